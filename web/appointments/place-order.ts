import { agreedFeeHeader, agreedHoursHeader } from '../../contract/booking/cancellation-terms.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { call, CallError } from '../api/client.ts'
import type { Card } from '../payments/use-card.ts'
import type { OrderAttempt } from './booking-draft.ts'

/** Outcome of an order. All except the last three are final: the next press starts a new order. */
export type OrderOutcome =
  | { kind: 'booked'; id: string }
  /** The card was declined: the sentence belongs under the card field. */
  | { kind: 'card'; sentence: string }
  /** The start is not available: back to the time grid. */
  | { kind: 'slot'; sentence: string }
  | { kind: 'package'; sentence: string }
  /** Another verdict on the car than the customer saw: back to the questions about it. */
  | { kind: 'fitment'; sentence: string }
  | { kind: 'price'; sentence: string }
  /** The shop has other cancellation terms than agreed to. */
  | { kind: 'terms'; sentence: string }
  | { kind: 'refused'; sentence: string; field: string | null }
  /** Rejected before processing, so nothing has changed. */
  | { kind: 'turned-away'; sentence: string }
  /** As `turned-away`, until the address of the account is proven. */
  | { kind: 'unproven'; sentence: string }
  /** The order may have been booked: the same order must be sent again with the same key. */
  | { kind: 'unknown'; sentence: string }

const kindOfRefusal: Partial<
  Record<RefusalCode, 'card' | 'slot' | 'package' | 'fitment' | 'price' | 'terms'>
> = {
  card_refused: 'card',
  slot_taken: 'slot',
  day_not_bookable: 'slot',
  not_a_start_time: 'slot',
  ends_after_closing: 'slot',
  own_appointment_then: 'slot',
  claim_expired: 'slot',
  shop_unknown: 'slot',
  package_unknown: 'package',
  package_not_for_vehicle: 'fitment',
  fitment_changed: 'fitment',
  condition_not_accepted: 'fitment',
  fitment_answers_unknown: 'fitment',
  price_changed: 'price',
  terms_changed: 'terms',
}

function outcomeOf(error: CallError): OrderOutcome {
  if (error.status === 401 || error.status === 429 || error.code === 'other_account')
    return { kind: 'turned-away', sentence: error.message }
  if (error.code === 'email_not_proven') return { kind: 'unproven', sentence: error.message }
  if (error.outcomeUnknown) return { kind: 'unknown', sentence: error.message }
  const kind = error.code && kindOfRefusal[error.code]
  if (kind) return { kind, sentence: error.message }
  return { kind: 'refused', sentence: error.message, field: error.field }
}

function send({ key, order, agreed }: OrderAttempt, account: string) {
  const terms = agreed && {
    [agreedFeeHeader]: String(agreed.feeCents),
    [agreedHoursHeader]: String(agreed.freeHours),
  }
  return call('appointments.book', { account, headers: { 'idempotency-key': key, ...terms }, body: order })
}

/**
 * Sends an order, lets the customer confirm the card with the bank if needed, and asks the server again for
 * the outcome: only the server's answer counts. Handles every failure of the server and the network. The
 * account stays the same throughout, while another tab may sign in.
 */
export async function placeOrder(
  attempt: OrderAttempt,
  account: string,
  confirmHold: Card['confirmHold'],
): Promise<OrderOutcome> {
  try {
    let reply = await send(attempt, account)
    if (reply.requiresAction && reply.clientSecret !== undefined) {
      const problem = await confirmHold(reply.clientSecret)
      reply = await send(attempt, account)
      if (reply.requiresAction) return { kind: 'unknown', sentence: problem ?? 'Payment confirmation failed' }
    }
    return { kind: 'booked', id: reply.id }
  } catch (error) {
    if (error instanceof CallError) return outcomeOf(error)
    throw error
  }
}
