import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AppointmentOrder, OrderReply } from '../../contract/appointments/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { joinRunning } from '../join-running.ts'
import { shareQuestions } from '../share-questions.ts'
import { claimSlot } from './claim-slot.ts'
import { askForClaim, readSettled, settleHold, type SettledHold } from './settle-hold.ts'

/** Where an order stands, from its rows as they are now and the secret with which the person may confirm the card. */
function replyTo({ hold, appointmentState, clientSecret }: SettledHold): OrderReply {
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

/** The order's digest. The same order sent again reads the same, whatever the order of its keys. */
function digestOf(order: AppointmentOrder): string {
  const canonical = JSON.stringify(order, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(canonical).digest('hex')
}

type Keyed = { customerId: string; key: string }

const nameOf = ({ customerId, key }: Keyed): string => JSON.stringify([customerId, key])

async function listRequests({ database }: Context, asked: readonly Keyed[]) {
  const [customers, keys] = [asked.map(({ customerId }) => customerId), asked.map(({ key }) => key)]
  const { rows } = await sql<{
    customerId: string
    key: string
    appointment_id: string
    order_digest: string
  }>`
    select customer_id as "customerId", idempotency_key as key, appointment_id, order_digest from order_requests
    where (customer_id, idempotency_key) in (select * from unnest(${customers}::text[], ${keys}::text[]))`.execute(
    database.db,
  )
  return rows
}

type EarlierRequest = Awaited<ReturnType<typeof listRequests>>[number] | undefined

/** What a key of a customer's already stands for. Of many who come too late for one time each has to ask. */
const findRequest = shareQuestions<Keyed, EarlierRequest>({
  keyOf: nameOf,
  ask: async (context, asked) => {
    const known = new Map((await listRequests(context, asked)).map((request) => [nameOf(request), request]))
    return asked.map((one) => known.get(nameOf(one)))
  },
})

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
  if (key === undefined) return bookOnce(context, actor, order, null)
  const request = { key, digest: digestOf(order) }
  const what = JSON.stringify(['book', actor.id, request])
  return joinRunning(context, what, () => bookOnce(context, actor, order, request))
}

async function bookOnce(
  context: Context,
  actor: User,
  order: AppointmentOrder,
  request: { key: string; digest: string } | null,
): Promise<OrderReply> {
  let claimed
  try {
    claimed = await claimSlot(context, { order, customerId: actor.id, request })
  } catch (error) {
    // Whoever may try no more cards may not go on with an earlier one either.
    if (error instanceof Refusal && error.code === 'too_many_requests') throw error
    // A key that came before fails here at the latest: the database takes it once. It may itself have taken the last bay.
    const earlier = request
      ? await findRequest(context, { customerId: actor.id, key: request.key })
      : undefined
    if (request && earlier) return resumeOrder(context, earlier, request.digest)
    throw error
  }
  return replyTo(await askForClaim(context, claimed))
}

/** The same order again: what is open is looked up, and asked for once more only if it never reached the provider. */
async function resumeOrder(
  context: Context,
  earlier: { appointment_id: string; order_digest: string },
  digest: string,
): Promise<OrderReply> {
  if (earlier.order_digest !== digest) refuse('request_changed')
  const { id, state } = await context.database.db
    .selectFrom('holds as h')
    .innerJoin('appointments as a', 'a.id', 'h.appointment_id')
    .select(['h.id', 'a.state'])
    .where('h.appointment_id', '=', earlier.appointment_id)
    .where('h.purpose', '=', 'booking')
    .orderBy('h.created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  return replyTo(
    state === 'claimed'
      ? await settleHold(context, id, { personWaits: true })
      : await readSettled(context, id),
  )
}
