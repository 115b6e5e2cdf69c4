import * as z from 'zod/mini'
import { roles } from './roles.ts'

export const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** An https address; null when there is none. */
  image: z.nullable(z.string()),
  role: z.enum(roles),
  /** Whether the address was verified by a mailed link. */
  emailVerified: z.boolean(),
  /** Whether a second factor is set up. Every session of such a user has passed it. */
  secondFactor: z.boolean(),
  /** Whether the session was opened with a passkey, which counts as two factors. */
  byPasskey: z.boolean(),
})
export type User = z.infer<typeof user>

export const email = z
  .string('Please enter your email')
  .check(z.trim(), z.maxLength(254, 'That email is too long'), z.email('Please enter a valid email address'))

/**
 * Refuses line breaks, which could inject mail headers, and characters that change the direction of the text
 * after them.
 */
export const isShowable = z.refine<string>(
  (name: string) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(name),
  'Please remove the characters that cannot be shown',
)

/** Normalizes an email address: trimmed, lower case. */
export function accountEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

export const displayName = z
  .string('Please enter your name')
  .check(
    z.trim(),
    z.minLength(1, 'Please enter your name'),
    z.maxLength(120, 'That name is too long'),
    isShowable,
  )

export const signUp = z.strictObject({
  name: displayName,
  email,
  password: z.string('Please enter a password'),
})

export const presentPassword = z
  .string('Please enter your password')
  .check(z.minLength(1, 'Please enter your password'), z.maxLength(1024))

export const signIn = z.strictObject({ email, password: presentPassword })

/** Either the session is open, or `identity.finishSecondFactor` must follow with a code. */
export const signInReply = z.union([z.object({ user }), z.object({ secondFactorRequired: z.literal(true) })])

export const passwordResetRequest = z.strictObject({ email })

/** `token` comes from the mailed link. */
export const passwordReset = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  password: z.string('Please enter a password'),
})

/** `token` comes from the mailed link. */
export const emailProof = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(2000)) })

export const passwordPolicy = z.object({
  minLength: z.int(),
  maxLength: z.int(),
  sentences: z.array(z.string()),
})
export type PasswordPolicy = z.infer<typeof passwordPolicy>
