import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import { holdHealth, holdHealthStates } from '../payments/hold-health.ts'
import { businessHours } from '../shops/business-hours.ts'
import { newClosure } from '../shops/shop-settings.ts'
import { rowNumber, shopIdInQuery } from '../text.ts'
import { strangersText } from '../texts/conversation.ts'
import { technician } from '../workshop/work.ts'
import { workStates } from '../workshop/work-states.ts'
import { paymentShown, paymentStatuses } from './admin.ts'

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
 * Reasons for an entry in the attention list. `hold_failed`: every attempt to hold the card is used up.
 * `card_unconfirmed`: the card refused a fresh hold. `card_check_open`: 3-D Secure is not finished.
 * `mail_bounced`: a mail was refused permanently. `refund_refused`: the provider refused a refund.
 * `does_not_fit`: the shop's hours, closures or bays changed after the booking. `shop_suspended`: its shop is
 * suspended. `payment_disputed`: the cardholder contests the payment at the bank. `fitment_unanswered`: the
 * start is near, and the shop has not answered whether the package fits. `done_not_charged`: the job is over,
 * and its hold still lives. `no_card`: the link for a card is overdue. `not_paid`: the job is over, and its
 * customer was to pay at the shop or by a link. `block_conflict`: it lies in a weekly block.
 * `rest_not_charged`: an extra amount was agreed to, and its hold ended before it was charged. `text_unread`:
 * its customer wrote a text message (SMS). `no_show`: the customer did not come, and the appointment is still
 * booked. `fee_due`: the fee of a cancelled appointment could not be charged.
 * `return_due`: the customer of a cancelled appointment has money at the shop.
 */
export const attentionReasons = [
  'hold_failed',
  'card_unconfirmed',
  'card_check_open',
  'mail_bounced',
  'refund_refused',
  'does_not_fit',
  'shop_suspended',
  'payment_disputed',
  'fitment_unanswered',
  'done_not_charged',
  'no_card',
  'not_paid',
  'rest_not_charged',
  'block_conflict',
  'text_unread',
  'no_show',
  'fee_due',
  'return_due',
] as const

export const attentionItem = z.extend(brief, {
  reason: z.enum(attentionReasons),
  /** A description of the problem for staff. */
  sentence: z.string(),
  /** ISO: start of the problem; null when it was not recorded. */
  since: z.nullable(z.string()),
  /** The repair that one button can do; null when the problem needs manual work. */
  repair: z.nullable(z.enum(['ask_for_card', 'resend_mail'])),
  /** The mail that `resend_mail` sends again. */
  mailId: z.nullable(z.string()),
  /** The fee in cents that can be charged, for `no_show` and `fee_due`. */
  feeCents: z.optional(z.int()),
  /** The cents that the shop owes back, for `return_due`. */
  leftAtShopCents: z.optional(z.int()),
  /** The weekly block that the job lies in. */
  blockId: z.optional(z.string()),
  /** ISO: last card request to the customer; null when there was none. */
  askedAt: z.nullable(z.string()),
  /** ISO: the deadline of an answer to the bank; null for every other problem. */
  answerBy: z.nullable(z.string()),
})
export type AttentionItem = z.infer<typeof attentionItem>

export const jobOfDay = z.extend(brief, {
  shopId: z.int(),
  /** An instant with the shop's offset. */
  endsAt: z.string(),
  bayName: z.string(),
  priceCents: z.int(),
  /** As in the list: to be paid now, whether the customer must agree before it is charged, and has a link. */
  dueCents: z.int(),
  needsAgreement: z.boolean(),
  awaitsAgreement: z.boolean(),
  /** Held on the card now, for the price and the extra amount; 0 without a live hold. */
  heldCents: z.int(),
  paymentStatus: z.enum(paymentStatuses),
  holdState: z.enum(holdHealthStates),
  /** The held or saved card. */
  card: holdHealth.shape.card,
  payment: paymentShown,
  awaitsFitment: z.boolean(),
  workState: z.enum(workStates),
  technician: z.nullable(technician),
})
export type JobOfDay = z.infer<typeof jobOfDay>

/**
 * Days follow each shop's own calendar. At most 50 items and 100 jobs a day, the earliest first; the totals
 * and figures count all.
 */
export const attention = z.object({
  items: z.array(attentionItem),
  total: z.int(),
  /** Without the jobs that are over. */
  today: z.array(jobOfDay),
  /** All jobs of today: their number, the money held for them, and how many are over. */
  figures: z.object({ jobs: z.int(), heldCents: z.int(), done: z.int() }),
  tomorrow: z.array(jobOfDay),
  tomorrowTotal: z.int(),
  /** Jobs that are over and not charged, the newest 100, the latest first. */
  uncharged: z.array(jobOfDay),
  /** Appointments in the ranges of the list that need a person, each counted up to 1,000. */
  ranges: z.object({ done_not_charged: z.int(), hold_failed: z.int(), awaits_fitment: z.int() }),
  /** Shops that wait for approval; 0 for every role but administrators. */
  pendingShops: z.int(),
  /** Customers who hit a limit in the last day without a decision since; 0 except for administrators. */
  limitedCustomers: z.int(),
  /** Networks with several lapsed claims in the last day; 0 for every role but administrators. */
  flaggedNetworks: z.int(),
  /** Shops whose new name or place waits for approval; 0 for every role but administrators. */
  pendingShopChanges: z.int(),
  /**
   * Mails of the last day beyond the limit of their address, not sent or summarized; 0 for every role but
   * administrators.
   */
  withheldMails: z.int(),
  /**
   * The mail server has accepted no mail for 10 minutes or longer, with its last answer; null for every role
   * but administrators.
   */
  mailOutage: z.nullable(z.object({ since: z.string(), reason: z.string() })),
  /** The oldest 20 open disputes of unknown payments; none for every role but administrators. */
  strayDisputes: z.array(
    z.object({ id: z.string(), amountCents: z.int(), answerBy: z.nullable(z.string()) }),
  ),
  /** All of them. */
  strayTotal: z.int(),
  /** The newest 20 unread texts of phones without an appointment. */
  strangersTexts: z.array(strangersText),
  /**
   * Many cards were refused within 10 minutes, which may be card testing. `answered` counts all cards of that
   * time; null for every role but administrators.
   */
  cardAlarm: z.nullable(z.object({ refused: z.int(), answered: z.int(), since: z.string() })),
})
export type Attention = z.infer<typeof attention>

/** An appointment that no longer fits its shop's hours, closures or bays. It is not cancelled. */
export const misfit = z.extend(brief, {
  reason: z.enum(['closed', 'before_opening', 'after_closing', 'bay_out_of_use']),
})
export type Misfit = z.infer<typeof misfit>

/**
 * A change of a shop before it is made: days to close, a bay to take out of use, or a week of hours. Missing
 * parts stay as they are.
 */
export const plannedShopChange = z.strictObject({
  closure: z.optional(newClosure),
  bayId: z.optional(rowNumber),
  businessHours: z.optional(businessHours),
})
export type PlannedShopChange = z.infer<typeof plannedShopChange>

/** `shopId` narrows the reply to one shop of a person with several. */
export const attentionQuery = z.strictObject({
  shopId: z.optional(shopIdInQuery),
})
