import * as z from 'zod/mini'
import { byId, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import {
  account,
  codeAlone,
  ownerProof,
  passwordChange,
  profileChange,
  recoveryCodes,
  secondFactorAnswer,
  secondFactorSetup,
  signInLink,
} from './account.ts'
import { emailCodeChallenge, emailCodeRequest, emailCodeSignIn } from './email-code.ts'
import {
  emailProof,
  passwordPolicy,
  passwordReset,
  passwordResetRequest,
  signIn,
  signInReply,
  signUp,
  user,
} from './identity.ts'
import { newPasskey, passkeyAnswer, passkeyOptions, passkeyRenaming } from './passkey.ts'
import {
  idTokenHeaders,
  socialAnswer,
  socialProviders,
  socialStart,
  socialStarted,
} from './social-sign-in.ts'

const signedIn = z.object({ user })
const byProvider = z.object({ provider: z.enum(socialProviders) })
const nothing = z.optional(z.nullable(z.strictObject({})))

export const identityEndpoints = {
  'identity.signUp': {
    summary: 'Create a customer account and sign in',
    body: signUp,
    reply: signedIn,
    refusals: ['account_not_created', 'auth/password-does-not-meet-requirements', 'too_many_requests'],
  },
  'identity.signIn': {
    summary: 'Sign in with email and password; a second factor that is set up is required next',
    body: signIn,
    reply: signInReply,
    refusals: ['wrong_credentials', 'auth/user-disabled', 'too_many_requests'],
  },
  'identity.requestEmailCode': {
    summary:
      'Mail a six-digit code to sign in with, valid for 10 minutes; the reply is the same for every address',
    body: emailCodeRequest,
    reply: emailCodeChallenge,
    refusals: ['too_many_requests'],
  },
  'identity.signInWithCode': {
    summary:
      'Sign in with a mailed code; the first one creates the account. A second factor that is set up is required next',
    body: emailCodeSignIn,
    reply: signInReply,
    refusals: [
      'auth/invalid-verification-code',
      'auth/code-expired',
      'auth/user-disabled',
      'too_many_requests',
    ],
  },
  'identity.findWaitingSignIn': {
    summary: 'Whether a sign-in of this browser waits for its second factor',
    reply: z.object({ waiting: z.boolean() }),
    refusals: [],
  },
  'identity.finishSecondFactor': {
    summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code',
    body: secondFactorAnswer,
    reply: signedIn,
    refusals: [
      'auth/invalid-verification-code',
      'auth/code-expired',
      'auth/user-disabled',
      'too_many_requests',
    ],
  },
  'identity.startPasskeySignIn': {
    summary: 'Begin a sign-in with a passkey: replies with the options for the device, valid once',
    body: nothing,
    reply: passkeyOptions,
    refusals: ['too_many_requests'],
  },
  'identity.finishPasskeySignIn': {
    summary: 'Sign in with the answer of the device. A passkey counts as two factors, so no code follows',
    body: passkeyAnswer,
    reply: signedIn,
    refusals: ['passkey_refused', 'auth/timeout', 'auth/user-disabled', 'too_many_requests'],
  },
  'identity.startSocialSignIn': {
    summary: 'Begin a sign-in with Google or Facebook: replies with the address of their page',
    body: socialStart,
    reply: socialStarted,
    refusals: ['auth/operation-not-allowed', 'too_many_requests'],
  },
  'identity.finishSocialSignIn': {
    summary: 'The callback of the provider: opens the session and redirects to the page with the result',
    params: byProvider,
    query: socialAnswer,
    reply: z.string(),
    replyType: 'redirect',
    refusals: ['not_found', 'too_many_requests'],
  },
  'identity.openTokenSession': {
    summary:
      'Open a session for a Bearer ID token of Google that is at most 5 minutes old and was not used before',
    headers: idTokenHeaders,
    body: nothing,
    reply: signedIn,
    refusals: [
      'auth/invalid-id-token',
      'auth/operation-not-allowed',
      'auth/account-exists-with-different-credential',
      'auth/missing-email',
      'auth/multi-factor-auth-required',
      'auth/user-disabled',
      'auth/network-request-failed',
      'too_many_requests',
    ],
  },
  'identity.closeTokenSession': {
    summary: 'Sign out the user in a Bearer ID token',
    headers: idTokenHeaders,
    reply: done,
    refusals: [
      'auth/invalid-id-token',
      'auth/operation-not-allowed',
      'auth/user-mismatch',
      'auth/network-request-failed',
      'too_many_requests',
    ],
  },
  'identity.requestPasswordReset': {
    summary: 'Mail a link that sets a new password, if there is an account; the reply is the same either way',
    body: passwordResetRequest,
    reply: done,
    refusals: ['too_many_requests'],
  },
  'identity.resetPassword': {
    summary: 'Set a new password with a mailed link. Ends every session',
    body: passwordReset,
    reply: done,
    refusals: ['auth/invalid-action-code', 'auth/password-does-not-meet-requirements', 'too_many_requests'],
  },
  'identity.requestEmailProof': {
    summary: 'Mail the link that verifies the own address again',
    body: nothing,
    reply: done,
    refusals: ['too_many_requests'],
  },
  'identity.proveEmail': {
    summary: 'Verify an address with a mailed link, signed in to its account',
    body: emailProof,
    reply: done,
    refusals: ['auth/invalid-action-code', 'not_signed_in', 'auth/user-mismatch', 'too_many_requests'],
  },
  'identity.signOut': {
    summary: 'End the session',
    body: nothing,
    reply: done,
    refusals: [],
  },
  'identity.findSession': {
    summary: 'The signed-in user; null without a session',
    reply: z.nullable(signedIn),
    refusals: [],
  },
  'identity.findPasswordPolicy': {
    summary: 'The password policy in numbers and in words',
    reply: passwordPolicy,
    refusals: [],
  },
  'identity.findAccount': {
    summary: 'The own account: ways to sign in, sessions, second factor',
    reply: account,
    refusals: [],
  },
  'identity.changeProfile': {
    summary: 'Change the own display name or the address of the photo',
    body: profileChange,
    reply: account,
    refusals: [],
  },
  'identity.changePassword': {
    summary: 'Change the own password, or set the first one. Ends every other session',
    body: passwordChange,
    reply: account,
    refusals: [
      'wrong_password',
      'auth/requires-recent-login',
      'auth/password-does-not-meet-requirements',
      'too_many_requests',
    ],
  },
  'identity.linkSignIn': {
    summary: 'Begin to link Google or Facebook to the own account: replies with the address of their page',
    body: signInLink,
    reply: socialStarted,
    refusals: [
      'auth/operation-not-allowed',
      'email_not_proven',
      'auth/requires-recent-login',
      'too_many_requests',
    ],
  },
  'identity.unlinkSignIn': {
    summary: 'Remove a linked sign-in, unless it is the only one. Ends every other session',
    params: byProvider,
    reply: account,
    refusals: ['not_found', 'last_sign_in', 'auth/requires-recent-login'],
  },
  'identity.endSession': {
    summary: 'End one of the own sessions',
    params: byId,
    reply: account,
    refusals: ['not_found'],
  },
  'identity.endOtherSessions': {
    summary: 'End every own session but this one',
    reply: account,
    refusals: [],
  },
  'identity.startSecondFactor': {
    summary: 'Begin to set up an authenticator app; it is active after a first code',
    body: ownerProof,
    reply: secondFactorSetup,
    refusals: [
      'wrong_password',
      'auth/requires-recent-login',
      'auth/multi-factor-auth-required',
      'second_factor_on',
      'too_many_requests',
    ],
  },
  'identity.confirmSecondFactor': {
    summary: 'Turn the second factor on with a first code. Ends every other session',
    body: codeAlone,
    reply: account,
    refusals: [
      'auth/invalid-verification-code',
      'auth/multi-factor-auth-required',
      'second_factor_on',
      'second_factor_off',
      'too_many_requests',
    ],
  },
  'identity.stopSecondFactor': {
    summary: 'Turn the second factor off',
    body: ownerProof,
    reply: account,
    refusals: ['wrong_password', 'auth/requires-recent-login', 'second_factor_off', 'too_many_requests'],
  },
  'identity.renewRecoveryCodes': {
    summary: 'Replace the recovery codes',
    body: ownerProof,
    reply: recoveryCodes,
    refusals: ['wrong_password', 'auth/requires-recent-login', 'second_factor_off', 'too_many_requests'],
  },
  'identity.startPasskey': {
    summary: 'Begin to add a passkey: replies with the options for the device, valid once',
    body: ownerProof,
    reply: passkeyOptions,
    refusals: [
      'wrong_password',
      'auth/requires-recent-login',
      'auth/multi-factor-auth-required',
      'email_not_proven',
      'too_many_passkeys',
      'too_many_requests',
    ],
  },
  'identity.addPasskey': {
    summary: 'Add the passkey that the device created',
    body: newPasskey,
    reply: account,
    refusals: ['passkey_refused', 'auth/credential-already-in-use', 'auth/timeout', 'email_not_proven'],
  },
  'identity.renamePasskey': {
    summary: 'Change the name of a passkey',
    params: byId,
    body: passkeyRenaming,
    reply: account,
    refusals: ['not_found'],
  },
  'identity.removePasskey': {
    summary: 'Remove a passkey. Ends every other session that it opened',
    params: byId,
    body: ownerProof,
    reply: account,
    refusals: [
      'not_found',
      'wrong_password',
      'auth/requires-recent-login',
      'auth/multi-factor-auth-required',
      'too_many_requests',
    ],
  },
} as const satisfies EndpointDefinitions
