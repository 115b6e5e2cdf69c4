import * as z from 'zod/mini'
import { displayName, newPassword, presentPassword, user } from './identity.ts'
import { socialModes, socialProviders } from './social-sign-in.ts'
import { longestEmail } from '../limits.ts'
import { atMost, uuid } from '../text.ts'

/** A session in the list of its owner. Times are ISO. */
export const accountSession = z.object({
  id: z.string(),
  /** True for the session of this request. */
  present: z.boolean(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
export type AccountSession = z.infer<typeof accountSession>

/** The contents of the account page. */
export const account = z.object({
  user,
  createdAt: z.string(),
  hasPassword: z.boolean(),
  /** Sign-ins of other providers, with the name that the provider gave. */
  linkedSignIns: z.array(z.object({ provider: z.enum(socialProviders), linkedAt: z.string() })),
  /** The oldest first. Times are ISO. */
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.string() })),
  /** Unused recovery codes; 0 without a second factor. */
  recoveryCodesLeft: z.int(),
  /** The latest first. */
  sessions: z.array(accountSession),
})
export type Account = z.infer<typeof account>

/** Exists in browsers and in Node; the contract compiles without the types of either. */
declare const URL: new (text: string) => { protocol: string }

function isHttps(text: string): boolean {
  try {
    return new URL(text).protocol === 'https:'
  } catch {
    return false
  }
}

/** Only https, so that the image cannot be read or changed on its way to the page. */
const photoAddress = z
  .string()
  .check(
    z.trim(),
    atMost(500, 'That address is too long'),
    z.refine(isHttps, 'Please enter an address that begins with https://'),
  )

/** `image: null` removes the photo. */
export const profileChange = z.strictObject({
  name: z.optional(displayName),
  image: z.optional(z.nullable(photoAddress)),
})

/** `presentPassword` may be missing only for the first password, soon after signing in. */
export const passwordChange = z.strictObject({
  presentPassword: z.optional(presentPassword),
  password: newPassword,
})

export const signInLink = z.strictObject({
  provider: z.enum(socialProviders),
  mode: z.enum(socialModes),
  flow: uuid,
})

/** Proof of ownership: the password, or without one a recent sign-in. */
export const ownerProof = z.strictObject({ password: z.optional(presentPassword) })

/** Six digits of the authenticator app, or a recovery code. */
const secondFactorCode = z
  .string('Please enter the code')
  .check(z.trim(), z.minLength(1, 'Please enter the code'), atMost(40))

export const secondFactorAnswer = z.strictObject({
  code: secondFactorCode,
  /** Whether this browser may sign in without a code for the next 30 days. */
  trustDevice: z.optional(z.boolean()),
})

export const codeAlone = z.strictObject({ code: secondFactorCode })

/** Setup data for an authenticator app: the address for the QR code, and the secret in it for typing. */
export const secondFactorSetup = z.object({
  address: z.string(),
  secret: z.string(),
  recoveryCodes: z.array(z.string()),
})
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** `confirmation` is the account's own address, typed. */
export const accountDeletion = z.strictObject({
  password: z.optional(presentPassword),
  confirmation: z.string('Please enter your email address').check(atMost(longestEmail)),
})
