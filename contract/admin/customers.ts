import * as z from 'zod/mini'
import { cardLimitNames, customerLimitNames } from '../booking/customer-limits.ts'
import { longestCustomerReason, longestEmail } from '../limits.ts'
import { atMost, shownText } from '../text.ts'

const limitName = z.enum(customerLimitNames)

/** ISO instants throughout. */
const limitHit = z.object({
  limit: z.enum([...customerLimitNames, ...cardLimitNames]),
  network: z.string(),
  hits: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
})

/** A decision of an administrator. `limit` and `until` are set for a lifted limit. */
const pastDecision = z.object({
  decision: z.enum(['block', 'unblock', 'lift']),
  limit: z.nullable(limitName),
  until: z.nullable(z.string()),
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string(),
})

export const watchedCustomer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  isBlocked: z.boolean(),
  /** Limits that are lifted now. */
  lifted: z.array(z.object({ limit: limitName, until: z.string() })),
  /** Of the last 90 days, newest first. */
  hits: z.array(limitHit),
  /** Newest first. */
  decisions: z.array(pastDecision),
})
export type WatchedCustomer = z.infer<typeof watchedCustomer>

/**
 * A network from which several claims ended unpaid within an hour, in the last 30 days. `lapsedClaims` counts
 * them in whole claims.
 */
const flaggedNetwork = z.object({
  network: z.string(),
  lapsedClaims: z.int(),
  lastAt: z.string(),
  customers: z.array(z.object({ id: z.string(), email: z.string() })),
})

/** A vehicle with upcoming appointments of several accounts. A VIN can be read through a windshield. */
const sharedVehicle = z.object({
  vin: z.string(),
  customers: z.array(z.object({ id: z.string(), email: z.string() })),
})

/**
 * Customers who hit a limit in the last 90 days or about whom a decision is in force, the latest first; with
 * `email` that customer alone. At most 50 of each; `total` counts the customers.
 */
export const customerWatch = z.object({
  customers: z.array(watchedCustomer),
  total: z.int(),
  networks: z.array(flaggedNetwork),
  sharedVehicles: z.array(sharedVehicle),
})
export type CustomerWatch = z.infer<typeof customerWatch>

export const customerWatchQuery = z.strictObject({
  email: z.optional(z.string().check(z.trim(), atMost(longestEmail, 'Please enter a shorter email address'))),
})

const reason = shownText(
  longestCustomerReason,
  'Please give a reason',
  `Please keep the reason under ${longestCustomerReason} characters`,
)

/** A limit is lifted for 1 hour to 30 days. */
export const customerDecision = z.union([
  z.strictObject({ decision: z.enum(['block', 'unblock']), reason }),
  z.strictObject({
    decision: z.literal('lift'),
    limit: limitName,
    hours: z.int().check(z.minimum(1), z.maximum(720)),
    reason,
  }),
])
export type CustomerDecision = z.infer<typeof customerDecision>
