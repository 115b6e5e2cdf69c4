import * as z from 'zod/mini'
import { detailsFitment } from '../fitment/outcome-endpoints.ts'
import { vehicle } from '../catalog/vehicle.ts'
import { confirmationWays } from '../booking/appointment-link.ts'
import { shownFee } from '../booking/cancellation-schemas.ts'
import { decidedFee } from '../payments/cancellation-fee.ts'
import { actingPerson } from '../identity/acting-person.ts'
import { disputePhases } from '../payments/dispute-states.ts'
import { seenDueCents } from '../payments/day-price.ts'
import { holdHealth } from '../payments/hold-health.ts'
import { shopPaymentMethods } from '../payments/pays-by.ts'
import { paymentLabels, paymentNotes } from '../payments/payment-words.ts'
import { decisionReason } from '../shops/shop-changes.ts'
import { technician } from '../workshop/work.ts'
import { workStates } from '../workshop/work-states.ts'

export const paymentStatuses = ['pending', 'authorized', 'completed', 'cancelled'] as const

/** The badge of a payment and the fact beside it; the words are `paymentWords` and `paymentNoteWords`. */
export const paymentShown = z.object({ label: z.enum(paymentLabels), note: z.nullable(z.enum(paymentNotes)) })
export type PaymentShown = z.infer<typeof paymentShown>

/** A row of Appointment Management. `appointmentDate` and `endsAt` are instants with the shop's offset. */
export const administratorAppointment = z.object({
  id: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  appointmentDate: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  bayName: z.string(),
  packageName: z.string(),
  priceCents: z.int(),
  /** To be paid now: the price with its lines, less payments. */
  dueCents: z.int(),
  /** Whether the customer must agree to the total before the card is charged. */
  needsAgreement: z.boolean(),
  /** Whether the customer has a link to agree, and has not answered it. */
  awaitsAgreement: z.boolean(),
  paymentStatus: z.enum(paymentStatuses),
  vehicleInfo: vehicle,
  hold: holdHealth,
  /** Whether the shop has to answer if the package fits. */
  awaitsFitment: z.boolean(),
  /** The phase of the dispute of its payment that counts most: an open one, else a lost one. */
  dispute: z.nullable(z.enum(disputePhases)),
  payment: paymentShown,
  /** The person at the shop; null for a deleted account and for readers without the email. */
  contactId: z.nullable(z.string()),
  technician: z.nullable(technician),
  workState: z.enum(workStates),
})
export type AdministratorAppointment = z.infer<typeof administratorAppointment>

/**
 * PATCH /api/admin/appointments/{id}/status: staff can set no status but cancelled. The customer reads the
 * reason, in the mail and on the page.
 */
export const statusChange = z.strictObject({
  status: z.literal('cancelled'),
  reason: z.optional(decisionReason),
})

/** `feeCents`: the fee that the person saw, so that no other is charged. */
export const feeCharge = z.strictObject({ feeCents: z.int().check(z.positive(), z.maximum(100_000_000)) })

/** `leftAtShopCents`: what the person saw to be given back, so that no other amount is recorded. */
export const shopReturn = z.strictObject({
  leftAtShopCents: z.int().check(z.positive(), z.maximum(100_000_000)),
})

/** A capture may name the due amount that the person saw, so that no other is charged. */
export const captureOrder = z.nullish(z.strictObject({ seenDueCents: z.optional(seenDueCents) }))

/** `note`: that the card was charged anew, or what the shop has to give back. */
export const paymentStatusReply = z.object({
  id: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  note: z.optional(z.string()),
})

/** One event in the history of an appointment, in words, from the ledger and the outbox. */
export const timelineEntry = z.object({
  /** ISO. */
  at: z.string(),
  kind: z.enum(['appointment', 'money', 'mail', 'problem']),
  title: z.string(),
  /** More of it in one sentence; null when the title says all. */
  detail: z.nullable(z.string()),
  /** The person who acted; null for the product or a provider. */
  by: actingPerson,
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** A dispute of a payment. Instants are ISO, amounts in cents. */
export const paymentDispute = z.object({
  id: z.string(),
  phase: z.enum(disputePhases),
  amountCents: z.int(),
  /** The card provider's word for the cardholder's reason, e.g. 'fraudulent'. */
  reason: z.string(),
  openedAt: z.string(),
  /** The deadline for an answer; null when none is awaited. */
  answerBy: z.nullable(z.string()),
})
export type PaymentDispute = z.infer<typeof paymentDispute>

/** The row plus the contents of the dialog 'Appointment Details'. Money in cents, from the ledger. */
export const appointmentDetails = z.extend(administratorAppointment, {
  /** The address that mails to the customer go to; empty for readers without the email. */
  mailedTo: z.string(),
  /** Whether its reader confirmed it: documents are mailed to no other. */
  isMailConfirmed: z.boolean(),
  /** ISO. */
  bookedAt: z.string(),
  heldCents: z.int(),
  capturedCents: z.int(),
  refundedCents: z.int(),
  /** Taken by disputes, less what they gave back. */
  disputedCents: z.int(),
  /** The refund that a cancellation makes now; null while an open dispute blocks it. */
  refundableCents: z.nullable(z.int()),
  /** The latest first. */
  disputes: z.array(paymentDispute),
  canAskForCard: z.boolean(),
  /** How and when (ISO) the customer said that they come to the present start; null when not. */
  confirmation: z.nullable(z.object({ by: z.enum(confirmationWays), at: z.string() })),
  /** Whether the reader can record that the customer told the shop. */
  canConfirm: z.boolean(),
  /** ISO: until then the shop waits for the card of a link; null when it waits for none. */
  cardDueAt: z.nullable(z.string()),
  /** How the customer paid at the shop; null when not. */
  paidAtShop: z.nullable(z.enum(shopPaymentMethods)),
  /** Paid at the shop, less what it gave back. Of a cancelled appointment the shop owes it back. */
  leftAtShopCents: z.int(),
  /** The fee for a late cancellation and a no-show that the customer agreed to; null without one. */
  cancelFee: z.nullable(shownFee),
  /** The fee of a cancelled appointment; null without one. */
  decidedFee: z.nullable(decidedFee),
  /** The answer of the bank to the last charge of that fee; null when it was not declined. */
  feeRefusal: z.nullable(z.string()),
  /** Whether the customer is mailed when an earlier start opens. */
  waitsForEarlier: z.boolean(),
  /** Null for appointments from before fitment was checked. */
  fitment: z.nullable(detailsFitment),
  /** Oldest first. */
  timeline: z.array(timelineEntry),
})
export type AppointmentDetails = z.infer<typeof appointmentDetails>
