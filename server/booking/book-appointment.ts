import type { AppointmentOrder, OrderReply } from '../../contract/booking/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import type { Context } from '../context.ts'
import { brokenConstraint } from '../database/database-errors.ts'
import { readTriedCard, type CardUser } from '../payments/card-attempts.ts'
import type { ShownTerms } from './agreed-fee.ts'
import { claimSlot, type Claim } from './claim-slot.ts'
import type { OrderRequestKey } from './insert-claim.ts'
import { digestOf, findOrderRequest, type OrderRequest } from './order-requests.ts'
import { placeLeasedHold } from '../holds/place-hold.ts'
import { readHoldResult, type HoldResult } from '../holds/record-outcome.ts'
import { resumeHold } from '../holds/resume-hold.ts'

/** `agreed`: the fee for a late cancellation that the customer agreed to; null for none. */
type Booking = { user: CardUser; order: AppointmentOrder; agreed: ShownTerms | null }

/** An order with the customer's idempotency key and the order's digest. */
type KeyedBooking = Booking & { request: OrderRequestKey }

/**
 * Books an appointment: claims a slot, counts the card attempt and inserts the hold in one transaction, asks
 * the card provider for the hold with no transaction open, and records the answer. With an idempotency key,
 * the same order sent again resumes, counts no card again and books once. Refuses as `readTriedCard` and
 * `claimSlot` do, and a declined card as `card_refused`. While the provider's answer is unknown it refuses as
 * `card_provider_unavailable`, and a job settles the order later.
 */
export async function bookAppointment(
  context: Context,
  actor: User,
  network: string,
  {
    order,
    key,
    agreed = null,
  }: { order: AppointmentOrder; key: string | undefined; agreed?: ShownTerms | null },
): Promise<OrderReply> {
  const booking = { user: { accountId: actor.id, isProven: actor.emailVerified, network }, order, agreed }
  if (key !== undefined)
    return bookOncePerKey(context, { ...booking, request: { key, digest: digestOf(order) } })
  return finishBooking(context, await claimWithCard(context, booking, null))
}

/** Claims the slot and counts the card, in one transaction. */
async function claimWithCard(
  context: Context,
  { user, order, agreed }: Booking,
  request: OrderRequestKey | null,
): Promise<Claim> {
  const card = await readTriedCard(context, user, order.paymentMethodId)
  return claimSlot(context, { order, customerId: user.accountId, card, request, agreed })
}

const keyOf = ({ user, request }: KeyedBooking) => ({ customerId: user.accountId, key: request.key })

const bookOncePerKey = createSingleFlight<KeyedBooking, OrderReply>({
  keyOf: ({ user, request }) => JSON.stringify([user.accountId, request]),
  run: async (context, booking) => {
    const earlier = await findOrderRequest(context, keyOf(booking))
    if (earlier) return resumeOrder(context, booking, earlier)
    const claimed = await claimWithCard(context, booking, booking.request).catch((error: unknown) =>
      findConcurrentRequest(context, booking, error),
    )
    return 'hold' in claimed ? finishBooking(context, claimed) : resumeOrder(context, booking, claimed)
  },
})

async function finishBooking(context: Context, { hold, payer }: Claim): Promise<OrderReply> {
  return replyTo(await placeLeasedHold(context, hold, payer))
}

/**
 * The one place for two first requests with one key that claim at once in two processes. The loser breaks the
 * unique key, finds no bay left because the winner took the last one, or has its card counted behind the
 * winner's. It resumes the winner's order. Any other error is thrown again.
 */
async function findConcurrentRequest(
  context: Context,
  booking: KeyedBooking,
  error: unknown,
): Promise<OrderRequest> {
  const isLostRace =
    brokenConstraint(error) === 'order_requests_pkey' ||
    (error instanceof Refusal && (error.code === 'slot_taken' || error.code === 'too_many_requests'))
  const winner = isLostRace ? await findOrderRequest(context, keyOf(booking)) : undefined
  if (!winner) throw error
  return winner
}

/**
 * Continues an order at the point that it reached. A second request goes to the provider only if the first
 * never reached it.
 */
async function resumeOrder(
  context: Context,
  { request }: KeyedBooking,
  earlier: OrderRequest,
): Promise<OrderReply> {
  if (earlier.orderDigest !== request.digest) refuse('request_changed')
  return resumeClaim(context, earlier.appointmentId)
}

/** The reply to an order whose appointment is known. */
export async function resumeClaim(context: Context, appointmentId: string): Promise<OrderReply> {
  const { id, state } = await context.database.db
    .selectFrom('holds as h')
    .innerJoin('appointments as a', 'a.id', 'h.appointment_id')
    .select(['h.id', 'a.state'])
    .where('h.appointment_id', '=', appointmentId)
    .where('h.purpose', '=', 'booking')
    .orderBy('h.created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  return replyTo(
    state === 'claimed'
      ? await resumeHold(context, id, { personWaits: true })
      : await readHoldResult(context, id),
  )
}

export function replyTo({ hold, appointmentState, clientSecret }: HoldResult): OrderReply {
  const id = hold.appointment_id
  switch (appointmentState) {
    case 'booked':
    case 'completed':
      return { id, requiresAction: false }
    case 'cancelled':
      return refuse('appointment_cancelled')
    case 'released':
      return hold.refusal_sentence === null
        ? refuse('claim_expired', { field: 'date' })
        : refuse('card_refused', { sentence: hold.refusal_sentence, field: 'paymentMethodId' })
    case 'claimed':
      // The slot stays claimed until the provider says more, or until the claim expires.
      return clientSecret === null
        ? refuse('card_provider_unavailable', { retryAfterSeconds: 2 })
        : { id, requiresAction: true, clientSecret }
  }
}
