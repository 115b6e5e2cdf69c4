import { betterAuth } from 'better-auth'
import { socialProviders } from '../../contract/identity/social-sign-in.ts'
import { maxPasswordLength, minPasswordLength } from '../../contract/identity/password-policy.ts'
import { retentionDays } from '../../contract/retention.ts'
import type { Context } from '../context.ts'
import { mailEmailProof, mailPasswordReset, proofSeconds } from './identity-mails.ts'
import { refuseDisabledAccount } from './sessions/refuse-disabled-account.ts'
import { finishPasswordReset } from './passwords/finish-password-reset.ts'
import { codePlugin } from './email-codes/code-plugin.ts'
import { markPasskeySession, passkeyPlugins } from './passkeys/passkey-plugins.ts'
import { secondFactorPlugins } from './second-factor/second-factor-plugins.ts'
import { socialPlugins } from './social/social-plugins.ts'

/**
 * The header that carries the client's network address to better-auth. The server always sets it; a client's
 * value is dropped.
 */
export const addressHeader = 'x-caller-address'

function createIdentityProvider(context: Context) {
  const { config, secrets, database } = context
  const keepOut = refuseDisabledAccount(context)
  return betterAuth({
    appName: 'Dashfit',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: secrets.sessionSecret,
    database: { db: database.db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength,
      // better-auth counts UTF-16 units; the policy counts characters and is checked first.
      maxPasswordLength: 2 * maxPasswordLength,
      resetPasswordTokenExpiresIn: 60 * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mailPasswordReset(context, user, token),
      onPasswordReset: async ({ user }) => finishPasswordReset(context, user),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: proofSeconds,
      sendVerificationEmail: async ({ user, token }) => mailEmailProof(context, user, token),
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      // `input: false` makes better-auth ignore these fields of a request.
      additionalFields: {
        role: { type: 'string', defaultValue: 'customer', input: false },
        disabledAt: { type: 'date', required: false, input: false, fieldName: 'disabled_at' },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: 60 * 60 * 24 * retentionDays.session,
      updateAge: 60 * 60 * 24,
      // Checks of ownership are in `./require-owner-proof.ts`, on every such call and stricter than this.
      freshAge: 0,
      additionalFields: {
        passkeyId: { type: 'string', required: false, input: false, fieldName: 'passkey_id' },
      },
      // A session copy in a cookie would outlive its revocation.
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      // Only a signed-in owner links a sign-in; accounts with equal addresses are never merged.
      accountLinking: {
        enabled: true,
        disableImplicitLinking: true,
        trustedProviders: [...socialProviders],
        allowDifferentEmails: true,
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      // A leak of the table exposes no working link.
      storeIdentifier: 'hashed',
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, call) => {
            await keepOut(session)
            return markPasskeySession(context, call)
          },
        },
      },
    },
    plugins: [...socialPlugins(context), ...secondFactorPlugins(), ...passkeyPlugins(context), codePlugin],
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'dashfit',
      useSecureCookies: config.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // As long as the database row: a person may need time to find their phone at the provider's page.
      cookies: { state: { attributes: { maxAge: 60 * 10 } } },
      // The router refuses foreign origins for every call, better-auth's included.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
  })
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>

const providers = new WeakMap<Context, IdentityProvider>()

/** better-auth over this context's database; created once per context. */
export function identityProvider(context: Context): IdentityProvider {
  let provider = providers.get(context)
  if (!provider) {
    provider = createIdentityProvider(context)
    providers.set(context, provider)
  }
  return provider
}
