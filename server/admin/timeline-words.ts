import type { TimelineEntry } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'
import { formatCard } from '../../contract/payments/card-brand.ts'
import { declineForStaff } from '../../contract/payments/decline-words.ts'
import { disputeWords } from '../../contract/payments/dispute-words.ts'
import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import { droppedRefundWords } from '../../contract/payments/staff-price-words.ts'
import type { HoldState } from '../../contract/payments/hold-states.ts'
import type { HoldPurpose, WithheldReason } from '../database/tables.ts'
import { isDeletedAddress } from '../identity/deleted-person.ts'
import { shownCardOf } from '../payments/shown-card.ts'

export type LedgerLine = {
  /** Null for a fee that was decided; so is everything about the hold. */
  hold_id: string | null
  movement: LedgerMovement
  amount_cents: number
  purpose: HoldPurpose | null
  /** The present state of the hold. */
  status: HoldState | null
  /** Whether the hold ended without an outcome of this movement. */
  isOver: boolean
  card_brand: string | null
  card_last_four: string | null
  card_wallet: string | null
  /** Whether the hold replaces the saved card. */
  replaces_card: boolean | null
  refusal_sentence: string | null
  /** The part of the captured amount that is a fee. */
  fee_cents: number | null
  /** The present status of the dispute that the movement belongs to. */
  dispute_status: string | null
}

export type MailLine = {
  id: string
  kind: string
  recipient: string
  sent_at: Date | null
  given_up_at: Date | null
  last_error: string | null
  withheld: WithheldReason | null
  isAgain: boolean
}

type Words = Pick<TimelineEntry, 'kind' | 'title' | 'detail'>

function cardOf(line: LedgerLine): string {
  const card = shownCardOf(line)
  return card === null ? 'the card' : formatCard(card, 'the card')
}

function openWords({ isOver, movement, status }: LedgerLine): string | null {
  if (isOver) return null
  return movement === 'hold_requested' && status === 'requires_action'
    ? 'The customer hasn’t confirmed with the bank yet.'
    : 'Waiting for the card provider.'
}

const placedWords: Record<HoldPurpose, string> = {
  booking: 'Card held',
  renewal: 'Hold renewed',
  confirmation: 'Card confirmed by the customer',
  package: 'Hold for the new package placed',
  charge: 'Card held',
  duplicate: 'Second payment found at the card provider',
  extra: 'Extra amount held',
  extra_off_session: 'Extra amount held',
  fee: 'Card held',
}

/** Wording of each movement: an open request, the provider's outcome, or a decision by a person. */
const movementWords: Record<LedgerMovement, (line: LedgerLine, amount: string, card: string) => Words> = {
  hold_requested: (line, amount) => ({
    kind: 'money',
    title: `Hold of ${amount} requested`,
    detail: openWords(line),
  }),
  release_requested: (line, amount) => ({
    kind: 'money',
    title: `Release of ${amount} requested`,
    detail: openWords(line),
  }),
  capture_requested: (line, amount) => ({
    kind: 'money',
    title: `Capture of ${amount} requested`,
    detail: openWords(line),
  }),
  refund_requested: (line, amount) => ({
    kind: 'money',
    title: `Refund of ${amount} requested`,
    detail: openWords(line),
  }),
  hold_placed: ({ purpose, replaces_card: replaces }, amount, card) => ({
    kind: 'money',
    title: replaces ? 'Card replaced by the customer' : placedWords[purpose ?? 'booking'],
    detail: `${amount} on ${card}.`,
  }),
  hold_declined: ({ purpose, refusal_sentence: sentence }, amount) => ({
    kind: 'problem',
    title: purpose === 'charge' ? 'Charge refused' : purpose === 'fee' ? 'Fee not charged' : 'Hold refused',
    detail: `${amount}: ${sentence === null ? 'the bank gave no reason.' : declineForStaff(sentence)}`,
  }),
  hold_lapsed: (_line, amount, card) => ({
    kind: 'money',
    title: 'Hold lapsed',
    detail: `${amount} on ${card} is no longer held.`,
  }),
  hold_released: (_line, amount, card) => ({
    kind: 'money',
    title: 'Hold released',
    detail: `${amount} on ${card}. Nothing was charged.`,
  }),
  captured: ({ purpose, fee_cents: feeCents }, amount, card) => ({
    kind: 'money',
    title: feeCents === null ? 'Payment captured' : 'Fee charged',
    detail:
      purpose === 'charge' || purpose === 'fee'
        ? `${amount} from ${card}. There was no hold, so we charged the saved card.`
        : `${amount} from ${card}.`,
  }),
  capture_declined: ({ refusal_sentence: sentence }, amount) => ({
    kind: 'problem',
    title: 'Capture refused',
    detail: `${amount} could not be captured${sentence === null ? '.' : `: ${declineForStaff(sentence)}`}`,
  }),
  refunded: (_line, amount, card) => ({
    kind: 'money',
    title: 'Payment refunded',
    detail: `${amount} to ${card}.`,
  }),
  refund_dropped: (_line, amount) => ({
    kind: 'money',
    title: 'Refund not made',
    detail: `${amount}: ${droppedRefundWords}.`,
  }),
  dispute_inquired: (_line, amount, card) => ({
    kind: 'problem',
    title: 'Payment questioned by the bank',
    detail: `${amount} on ${card}. No money has moved.`,
  }),
  dispute_opened: (_line, amount, card) => ({
    kind: 'problem',
    title: 'Payment disputed',
    detail: `The cardholder contests ${amount} on ${card}.`,
  }),
  dispute_withdrawn: (_line, amount) => ({
    kind: 'money',
    title: 'Amount withdrawn by the bank',
    detail: `${amount} for the dispute.`,
  }),
  dispute_reinstated: (_line, amount) => ({
    kind: 'money',
    title: 'Amount returned by the bank',
    detail: `${amount} after the dispute.`,
  }),
  dispute_fee: (_line, amount) => ({
    kind: 'money',
    title: 'Dispute fee charged',
    detail: `${amount} by the card provider.`,
  }),
  dispute_fee_returned: (_line, amount) => ({
    kind: 'money',
    title: 'Dispute fee returned',
    detail: `${amount} by the card provider.`,
  }),
  dispute_won: (_line, amount) => ({
    kind: 'money',
    title: disputeWords.won,
    detail: `The bank decided that ${amount} is owed.`,
  }),
  dispute_lost: (_line, amount) => ({
    kind: 'problem',
    title: disputeWords.lost,
    detail: `${amount} stays with the cardholder.`,
  }),
  dispute_ended: ({ dispute_status: status }) => ({
    kind: 'money',
    title: disputeWords[status === 'prevented' ? 'prevented' : 'ended'],
    detail: null,
  }),
  authorization_ended: () => ({ kind: 'appointment', title: 'Appointment cancelled', detail: null }),
  hold_raised: (_line, amount, card) => ({
    kind: 'money',
    title: 'Hold raised',
    detail: `${amount} more on ${card}.`,
  }),
  paid_otherwise: (_line, amount) => ({ kind: 'money', title: 'Paid at the shop', detail: `${amount}.` }),
  paid_otherwise_in_part: (_line, amount) => ({
    kind: 'money',
    title: 'Part paid at the shop',
    detail: `${amount}.`,
  }),
  return_due: (_line, amount) => ({
    kind: 'problem',
    title: `${amount} to be given back at the shop`,
    detail: 'The customer had paid it there.',
  }),
  returned_at_shop: (_line, amount) => ({
    kind: 'money',
    title: 'Given back at the shop',
    detail: `${amount}.`,
  }),
  tax_collected: (_line, amount) => ({ kind: 'money', title: 'Sales tax included', detail: `${amount}.` }),
  tax_returned: (_line, amount) => ({ kind: 'money', title: 'Sales tax returned', detail: `${amount}.` }),
  fee_due: (_line, amount) => ({
    kind: 'money',
    title: `Fee of ${amount} due`,
    detail: 'The customer agreed to it when booking.',
  }),
  fee_waived: (_line, amount) => ({ kind: 'money', title: `Fee of ${amount} waived`, detail: null }),
}

/** The request to which each outcome belongs. */
export const requestOf: Partial<Record<LedgerMovement, LedgerMovement>> = {
  hold_placed: 'hold_requested',
  hold_declined: 'hold_requested',
  hold_released: 'release_requested',
  captured: 'capture_requested',
  capture_declined: 'capture_requested',
  refunded: 'refund_requested',
  refund_dropped: 'refund_requested',
}

/** Movements that end a hold, including all its open requests. */
export const endsOfHold: readonly LedgerMovement[] = [
  'hold_declined',
  'hold_lapsed',
  'hold_released',
  'captured',
  'capture_declined',
  'refunded',
  'refund_dropped',
]

/** Wording of one ledger row. */
export function wordsOfMovement(line: LedgerLine): Words {
  return movementWords[line.movement](line, formatCents(line.amount_cents), cardOf(line))
}

const mailNames: Record<string, string> = {
  appointment_confirmed: 'Confirmation',
  appointment_rescheduled: 'Email about the new time',
  package_changed: 'Email about the new package',
  appointment_changed: 'Email about several changes',
  appointment_reminder: 'Reminder',
  appointment_ready: 'Email that the car is ready',
  sheet_mailed: 'Email with a paper',
  earlier_time_open: 'Email about an earlier time',
  appointment_cancelled: 'Email about the cancellation',
  shop_details_changed: 'Email about the shop’s new name or address',
  shop_not_available: 'Email about the shop’s suspension',
  fitment_photo_needed: 'Email that asks for a photo',
  fitment_confirmed: 'Email that the package fits',
  fitment_undecided: 'Email about the open fitment check',
  mail_address_changed: 'Email to the former address about the new one',
  payment_receipt: 'Receipt',
  payment_refunded: 'Email about the refund',
  card_confirmation_needed: 'Request to confirm the card',
  price_to_agree: 'Link to agree to the price',
  price_agreed: 'Copy of the agreement to the price',
  card_requested: 'Link to add a card',
  shop_appointment_booked: 'Email to the shop about the booking',
  shop_appointment_moved: 'Email to the shop about the new time',
  shop_package_changed: 'Email to the shop about the new package',
  shop_appointment_cancelled: 'Email to the shop about the cancellation',
  shop_hold_failed: 'Warning to the shop that no card is held',
}

/** The name of a kind of mail for staff. */
export function nameOfMail(kind: string): string {
  return mailNames[kind] ?? 'Mail'
}

const withheldWords: Record<WithheldReason, string> = {
  limit: 'The address reached its email limit.',
  unproven: 'The customer hasn’t confirmed the address.',
  merged: 'A later email replaced it.',
  outdated: 'The appointment changed before it could be sent.',
  digest: 'A summary replaced it.',
}

/** Wording of one outbox mail. */
export function wordsOfMail(mail: MailLine): Words {
  const name = `${nameOfMail(mail.kind)}${mail.isAgain ? ', once more' : ''}`
  if (isDeletedAddress(mail.recipient)) {
    const detail = mail.sent_at
      ? 'Sent, before the account was deleted.'
      : 'Never sent: the account was deleted.'
    return { kind: 'mail', title: name, detail }
  }
  if (mail.sent_at) return { kind: 'mail', title: name, detail: `Sent to ${mail.recipient}.` }
  if (mail.withheld) {
    const detail = `${withheldWords[mail.withheld]} Its address: ${mail.recipient}.`
    return { kind: 'mail', title: `${name} was not sent`, detail }
  }
  if (mail.given_up_at) {
    const reason = mail.last_error === null ? '' : ` The mail server said: ${mail.last_error}`
    return {
      kind: 'problem',
      title: `${name} could not be delivered`,
      detail: `To ${mail.recipient}.${reason}`,
    }
  }
  return { kind: 'mail', title: name, detail: `Waiting to be sent to ${mail.recipient}.` }
}
