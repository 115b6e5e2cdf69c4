import * as z from 'zod/mini'
import { displayName, presentPassword, user } from './identity.ts'
import { socialModes, socialProviders } from './social-sign-in.ts'

/** A session as its owner sees it. Times are ISO. */
export const accountSession = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  present: z.boolean(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
export type AccountSession = z.infer<typeof accountSession>

/** Everything the account page shows. */
export const account = z.object({
  user,
  createdAt: z.string(),
  hasPassword: z.boolean(),
  /** The ways in that belong to others, with what they call the person where they said it. */
  linkedSignIns: z.array(z.object({ provider: z.enum(socialProviders), linkedAt: z.string() })),
  /** The earliest first. Times are ISO. */
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.string() })),
  /** How many recovery codes are left; 0 without a second factor. */
  recoveryCodesLeft: z.int(),
  /** The latest first. */
  sessions: z.array(accountSession),
})
export type Account = z.infer<typeof account>

/** Browsers and Node both have it; this room knows the types of neither. */
declare const URL: { canParse(text: string): boolean; new (text: string): { protocol: string } }

/** Only https: what the page shows must not be readable on its way. */
const photoAddress = z.string().check(
  z.trim(),
  z.maxLength(500, 'That address is too long'),
  z.refine(
    (text) => URL.canParse(text) && new URL(text).protocol === 'https:',
    'Please enter an address that begins with https://',
  ),
)

/** `image: null` takes the photo away. */
export const profileChange = z.strictObject({
  name: z.optional(displayName),
  image: z.optional(z.nullable(photoAddress)),
})

/** Without `presentPassword` only where there is no password yet, and soon after signing in. */
export const passwordChange = z.strictObject({
  presentPassword: z.optional(presentPassword),
  password: z.string('Please enter a password'),
})

export const signInLink = z.strictObject({
  provider: z.enum(socialProviders),
  mode: z.enum(socialModes),
  flow: z.uuid(),
})

/** Proof that it is the owner who asks: the password, or without one a recent sign-in. */
export const ownerProof = z.strictObject({ password: z.optional(presentPassword) })

/** Six digits of the authenticator app, or a recovery code. */
const secondFactorCode = z
  .string('Please enter the code')
  .check(z.trim(), z.minLength(1, 'Please enter the code'), z.maxLength(40))

export const secondFactorAnswer = z.strictObject({
  code: secondFactorCode,
  /** Whether this browser may sign in without a code for 30 days. */
  trustDevice: z.optional(z.boolean()),
})

export const codeAlone = z.strictObject({ code: secondFactorCode })

/** What an authenticator app needs: the address as a QR code shows it, and the secret in it for typing. */
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
  confirmation: z.string('Please type your email address'),
})
