import * as z from 'zod/mini'
import { roles } from './roles.ts'

export const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** An https address; null when there is none. */
  image: z.nullable(z.string()),
  role: z.enum(roles),
  /** Whether the person has shown that mail to the address reaches them. */
  emailVerified: z.boolean(),
  /** Whether a second factor is set up. Every session of such a person has passed it. */
  secondFactor: z.boolean(),
  /** Whether the session was opened with a passkey, which is two factors in itself. */
  byPasskey: z.boolean(),
})
export type User = z.infer<typeof user>

export const email = z
  .string('Please enter your email')
  .check(z.trim(), z.maxLength(254, 'That email is too long'), z.email('Please enter a valid email address'))

/** Without line breaks, which would write lines of their own into mails, and without what turns the direction of the text after it. */
export const isShowable = z.refine<string>(
  (name: string) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(name),
  'Please remove the characters that cannot be shown',
)

/** An address as accounts have it, however it was typed: without blanks around it, in small letters. */
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

/** The session is open; or a code of the second factor is wanted first, at `identity.finishSecondFactor`. */
export const signInReply = z.union([z.object({ user }), z.object({ secondFactorRequired: z.literal(true) })])

export const passwordResetRequest = z.strictObject({ email })

/** `token` is what the mailed link carries. */
export const passwordReset = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  password: z.string('Please enter a password'),
})

/** `token` is what the mailed link carries. */
export const emailProof = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(2000)) })

export const passwordPolicy = z.object({
  minLength: z.int(),
  maxLength: z.int(),
  sentences: z.array(z.string()),
})
export type PasswordPolicy = z.infer<typeof passwordPolicy>
