import * as z from 'zod/mini'
import { displayName, email, newPassword } from '../identity/identity.ts'
import { shopRoles } from '../identity/roles.ts'
import { atMost } from '../text.ts'

const role = z.enum(shopRoles, 'Please choose owner, desk or technician')

/** A person who works at a shop. */
export const member = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  /** ISO. */
  joinedAt: z.string(),
  /** Whether the account has a second factor or a passkey. */
  hasSecondFactor: z.boolean(),
})

/** An invitation that was neither accepted nor withdrawn. Its link works until `expiresAt` (ISO). */
export const openInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  invitedAt: z.string(),
  expiresAt: z.string(),
  invitedBy: z.string(),
  isExpired: z.boolean(),
})

/** Everybody at a shop: owners first, then in the order of joining. */
export const shopPeople = z.object({ people: z.array(member), invitations: z.array(openInvitation) })
export type ShopPeople = z.infer<typeof shopPeople>

export const newInvitation = z.strictObject({ email, role })
/** `from`: the role that the person who changes it has seen. */
export const roleChange = z.strictObject({ role, from: z.optional(role) })

/** Days for which the link of an invitation works. */
export const invitationDays = 7

const token = z.string().check(z.minLength(1), atMost(200))
export const invitationToken = z.strictObject({ token })

/** An invitation as its link shows it. */
export const invitation = z.object({
  shopName: z.string(),
  role,
  email: z.string(),
  invitedBy: z.string(),
  /** Whether an account has the invited address. Only a reader of its mailbox learns this. */
  hasAccount: z.boolean(),
  /** The signed-in user has accepted it already. */
  isAccepted: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

/** Name and password are for a person without an account. */
export const invitationAnswer = z.strictObject({
  token,
  name: z.optional(displayName),
  password: z.optional(newPassword),
})
