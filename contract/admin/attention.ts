import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import { holdStates } from '../payments/hold-health.ts'
import { paymentStatuses } from './admin.ts'

const brief = z.object({
  appointmentId: z.string(),
  /** An instant with the shop's offset. */
  appointmentDate: z.string(),
  timeZone: z.string(),
  shopName: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  packageName: z.string(),
  vehicleInfo: vehicle,
})

/**
 * Why an appointment wants a person. `hold_failed`: every try to hold the card is used up. `card_unconfirmed`: a fresh hold was
 * refused. `card_check_open`: 3-D Secure is open. `mail_bounced`: a mail was refused for good. `refund_refused`: the provider would
 * not give money back. `does_not_fit`: the shop's hours, closures or bays have changed under it.
 */
export const attentionReasons = [
  'hold_failed',
  'card_unconfirmed',
  'card_check_open',
  'mail_bounced',
  'refund_refused',
  'does_not_fit',
] as const

export const attentionItem = z.extend(brief, {
  reason: z.enum(attentionReasons),
  /** What is the matter, for the person who mends it. */
  sentence: z.string(),
  /** ISO: since when. */
  since: z.string(),
  /** What one press does about it; null where only a person can. */
  repair: z.nullable(z.enum(['ask_for_card', 'resend_mail'])),
  /** The mail to resend. */
  mailId: z.nullable(z.string()),
  /** ISO: when the customer was last asked for the card; null when never. */
  askedAt: z.nullable(z.string()),
})
export type AttentionItem = z.infer<typeof attentionItem>

export const jobOfDay = z.extend(brief, {
  /** An instant with the shop's offset. */
  endsAt: z.string(),
  bayName: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  holdState: z.enum(holdStates),
})
export type JobOfDay = z.infer<typeof jobOfDay>

/**
 * What needs attention. Days by each shop's own calendar. At most 50 items and 100 jobs of a day, the earliest first; the totals
 * count all.
 */
export const attention = z.object({
  items: z.array(attentionItem),
  total: z.int(),
  today: z.array(jobOfDay),
  todayTotal: z.int(),
  tomorrow: z.array(jobOfDay),
  tomorrowTotal: z.int(),
  /** Shops that wait for approval; for administrators only, else 0. */
  pendingShops: z.int(),
})
export type Attention = z.infer<typeof attention>

/** An appointment that no longer fits its shop's hours, closures or bays. It stands all the same. */
export const misfit = z.extend(brief, {
  reason: z.enum(['closed', 'before_opening', 'after_closing', 'bay_out_of_use']),
})
export type Misfit = z.infer<typeof misfit>
