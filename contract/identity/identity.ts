import * as z from 'zod/mini'
import { roles, shopRoles } from './roles.ts'
import { longestEmail } from '../limits.ts'
import { atMost, mailedText } from '../text.ts'
import { maxPasswordLength } from './password-policy.ts'

/** A shop where a person works. */
const workplace = z.object({
  shopId: z.int(),
  shopName: z.string(),
  role: z.enum(shopRoles),
  /** A shop that was approved once and is suspended now. */
  isSuspended: z.boolean(),
})
export type Workplace = z.infer<typeof workplace>

export const user = z.object({
  id: z.string(),
  email: z.string(),
  /** Empty until a customer who signed in with a mailed code gives one. */
  name: z.string(),
  /** An https address; null when there is none. */
  image: z.nullable(z.string()),
  role: z.enum(roles),
  /** Whether the address was verified by a mailed link or code. */
  emailVerified: z.boolean(),
  /** Whether a second factor is set up. Every session of such a user has passed it. */
  secondFactor: z.boolean(),
  /** Whether the session was opened with a passkey, which counts as two factors. */
  byPasskey: z.boolean(),
  /** The shops where the user works. Empty for most customers. */
  workplaces: z.array(workplace),
  /** Whether the user works here and has never booked: there are no own appointments to show. */
  onlyWorks: z.boolean(),
})
export type User = z.infer<typeof user>

const emailSentence = 'Please enter a valid email address'

export const email = z
  .string('Please enter your email')
  .check(z.trim(), atMost(longestEmail, 'That email is too long'), z.email(emailSentence))

/** An email where the field may be empty. */
export const emailOrNone = z.string(emailSentence).check(
  z.trim(),
  atMost(longestEmail, 'That email is too long'),
  z.refine((typed) => typed === '' || z.email().safeParse(typed).success, emailSentence),
)

/** Normalizes an email address: trimmed, lower case. */
export function accountEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

export const displayName = mailedText(120, 'Please enter your name', 'That name is too long')

/** No longer text is hashed or searched. The policy, which the server checks, allows far fewer characters. */
const longestPassword = 1024
export const newPassword = z
  .string('Please enter a password')
  .check(atMost(longestPassword, `Please use at most ${maxPasswordLength} characters.`))

export const signUp = z.strictObject({
  name: displayName,
  email,
  password: newPassword,
})

export const presentPassword = z
  .string('Please enter your password')
  .check(z.minLength(1, 'Please enter your password'), atMost(longestPassword))

export const signIn = z.strictObject({ email, password: presentPassword })

/** Either the session is open, or `identity.finishSecondFactor` must follow with a code. */
export const signInReply = z.union([z.object({ user }), z.object({ secondFactorRequired: z.literal(true) })])

export const passwordResetRequest = z.strictObject({ email })

/** `token` comes from the mailed link. */
export const passwordReset = z.strictObject({
  token: z.string().check(z.minLength(1), atMost(200)),
  password: newPassword,
})

/** `token` comes from the mailed link. */
export const emailProof = z.strictObject({ token: z.string().check(z.minLength(1), atMost(2000)) })

export const passwordPolicy = z.object({
  minLength: z.int(),
  maxLength: z.int(),
  sentences: z.array(z.string()),
})
export type PasswordPolicy = z.infer<typeof passwordPolicy>
