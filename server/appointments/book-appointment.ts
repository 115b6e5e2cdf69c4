import { createHash } from 'node:crypto'
import type { AppointmentOrder, OrderReply } from '../../contract/appointments/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { isDuplicate } from '../database/database-errors.ts'
import { obtainHold } from '../payments/place-hold.ts'
import { claimSlot } from './claim-slot.ts'
import { getClaim, recordAnswer, recordedOutcome, settleClaim, type ClaimOutcome } from './settle-claim.ts'

function replyTo(appointmentId: string, outcome: ClaimOutcome): OrderReply {
  switch (outcome.kind) {
    case 'booked':
      return { id: appointmentId, requiresAction: false }
    case 'requires_action':
      return { id: appointmentId, requiresAction: true, clientSecret: outcome.clientSecret }
    case 'declined':
      return refuse('card_refused', { sentence: outcome.sentence, field: 'paymentMethodId' })
    case 'expired':
      return refuse('claim_expired', { field: 'date' })
    case 'cancelled':
      return refuse('appointment_cancelled')
    case 'unknown':
      return refuse('card_provider_unavailable', { retryAfterSeconds: 2 })
  }
}

/** The order's digest. The same order sent again reads the same, whatever the order of its keys. */
function digestOf(order: AppointmentOrder): string {
  const canonical = JSON.stringify(order, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(canonical).digest('hex')
}

async function findRequest(context: Context, customerId: string, key: string) {
  return context.database.db
    .selectFrom('order_requests')
    .select(['appointment_id', 'order_digest'])
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/**
 * Books an appointment: claims the slot and stores the attempt, asks the card provider for the hold with no transaction
 * open, records what it said. With a key, the same order sent again goes on where the first got to and books once. Refuses
 * as `claimSlot` does, and as `card_refused` in the provider's words; when the provider's answer stays unknown, as
 * `card_provider_unavailable`, and the order is settled later.
 */
export async function bookAppointment(
  context: Context,
  actor: User,
  order: AppointmentOrder,
  key: string | undefined,
): Promise<OrderReply> {
  const request = key === undefined ? null : { key, digest: digestOf(order) }
  if (request) {
    const earlier = await findRequest(context, actor.id, request.key)
    if (earlier) return resumeOrder(context, actor, earlier, request.digest)
  }
  let claim
  try {
    claim = await claimSlot(context, { order, customerId: actor.id, request })
  } catch (error) {
    // The same key came twice at once and the other one was first.
    const earlier =
      request && isDuplicate(error) ? await findRequest(context, actor.id, request.key) : undefined
    if (request && earlier) return resumeOrder(context, actor, earlier, request.digest)
    throw error
  }
  const answer = await obtainHold(context, claim.hold, payerOf(actor))
  return replyTo(claim.appointmentId, await recordAnswer(context, claim.appointmentId, answer))
}

function payerOf(actor: User) {
  return { userId: actor.id, email: actor.email, name: actor.name }
}

/** The same order again: what is recorded is answered as it is; what is open is looked up, and asked for once more only if it never reached the provider. */
async function resumeOrder(
  context: Context,
  actor: User,
  earlier: { appointment_id: string; order_digest: string },
  digest: string,
): Promise<OrderReply> {
  if (earlier.order_digest !== digest) refuse('request_changed')
  const id = earlier.appointment_id
  const { appointment, hold } = await getClaim(context.database.db, id)
  const recorded = recordedOutcome(appointment, hold)
  if (recorded) return replyTo(id, recorded)
  if (hold.status !== 'requested') return replyTo(id, await settleClaim(context, id))
  const answer = await obtainHold(context, hold, payerOf(actor))
  return replyTo(id, await recordAnswer(context, id, answer))
}
