import * as z from 'zod/mini'
import { actingPerson } from '../identity/acting-person.ts'
import { longestReason } from '../limits.ts'
import { matching, rowNumber, shownTextOrNone } from '../text.ts'

/** The reason of a decision, which the other side reads. */
export const decisionReason = shownTextOrNone(
  longestReason,
  `Please keep the reason under ${longestReason} characters`,
)

/** A new name or place of an approved shop, which waits for an administrator. Fields that stay are null. */
export const pendingShopChange = z.object({
  id: z.int(),
  businessName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  /** The new address as the maps provider found it; null for no new address, or one that was not found. */
  matchedAddress: z.nullable(z.string()),
  isRough: z.boolean(),
  /** ISO. */
  requestedAt: z.string(),
  requestedBy: z.string(),
})
export type PendingShopChange = z.infer<typeof pendingShopChange>

/** The last request, when an administrator rejected it. */
export const rejectedShopChange = z.object({
  businessName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  reason: z.string(),
  /** ISO. */
  decidedAt: z.string(),
})

/** `requestId` is the request that the administrator read: another one may have replaced it meanwhile. */
export const shopChangeDecision = z.strictObject({
  requestId: rowNumber,
  decision: z.enum(['approved', 'rejected']),
  reason: z.optional(decisionReason),
})
export type ShopChangeDecision = z.infer<typeof shopChangeDecision>

/**
 * One entry of a shop's audit trail. `setting` is a name such as 'name', 'hours.1' (ISO weekday), 'bay.12' or
 * 'payout.account'; payout details are shown in part. 'person.<id>' is the role of a person,
 * 'invitation.<id>' the role that an invitation offers.
 */
export const shopChangeEntry = z.object({
  id: z.int(),
  setting: z.string(),
  /**
   * The name of the person whose access changed, or the invited address while the invitation is kept; null
   * for every other entry.
   */
  person: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** The end of a requested name or place; null for every other entry. */
  outcome: z.nullable(z.enum(['approved', 'rejected', 'withdrawn'])),
  /** ISO. */
  at: z.string(),
  by: actingPerson,
})
export type ShopChangeEntry = z.infer<typeof shopChangeEntry>

/** A page of the audit trail: the entries before the one with this id. */
export const shopChangesQuery = z.strictObject({ before: z.optional(matching(/^[1-9]\d{0,8}$/, 9)) })
