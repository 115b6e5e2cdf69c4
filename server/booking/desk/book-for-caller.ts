import type { DeskOrder, DeskReply } from '../../../contract/admin/desk-order.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { postgresCode } from '../../database/database-errors.ts'
import { placeLeasedHold } from '../../holds/place-hold.ts'
import { requireShop, type Actor } from '../../identity/sessions/shop-scope.ts'
import { readTriedCard } from '../../payments/card-attempts.ts'
import { lockApprovedShop } from '../../slots/find-free-bay.ts'
import { sendTextsJob } from '../../texts/jobs.ts'
import { replyTo, resumeClaim } from '../book-appointment.ts'
import type { OrderRequestKey } from '../insert-claim.ts'
import { digestOf, findOrderRequest, type OrderRequest } from '../order-requests.ts'
import { claimForCaller, type DeskClaimRequest } from './claim-for-caller.ts'
import { findCaller } from './find-caller.ts'

type Asked = { order: DeskOrder; key: string | undefined; network: string }

/**
 * Books an appointment that a shop made for a caller or a walk-in. With an idempotency key, the same order
 * sent again books once, and continues one that waits for the bank. Refuses a shop out of scope as
 * `not_found`, and else as `claimForCaller` does.
 */
export async function bookForCaller(
  context: Context,
  actor: Actor,
  { order, key, network }: Asked,
): Promise<DeskReply> {
  await requireShop(context.database.db, actor.scope, order.shopId, { field: 'shopId' })
  const request = key === undefined ? null : { key, digest: digestOf(order) }
  const earlier = request && (await findEarlier(context, actor, request))
  if (earlier) return resume(context, earlier)
  try {
    const payer = await readPayer(context, actor, { order, network })
    return await bookNow(context, actor, { order, payer, request })
  } catch (error) {
    // A request with the same key at the same time was first.
    const winner = request && (await findEarlier(context, actor, request))
    if (winner) return resume(context, winner)
    if (postgresCode(error) === '23P01') return refuse('bay_taken', { field: 'bayId' })
    throw error
  }
}

/** Finds the caller first: the card provider reads a card for a known account only. */
async function readPayer(
  context: Context,
  actor: Actor,
  { order, network }: Pick<Asked, 'order' | 'network'>,
): Promise<DeskClaimRequest['payer']> {
  const { paymentMethodId } = order
  if (paymentMethodId === undefined) return null
  const caller = await context.database.transaction(async (tx) => {
    await lockApprovedShop(tx, order.shopId)
    return findCaller(tx, actor, order, new Date(context.clock.now()))
  })
  const user = { accountId: caller.customerId, isProven: true, network }
  return { caller, card: await readTriedCard(context, user, paymentMethodId) }
}

async function bookNow(context: Context, actor: Actor, request: DeskClaimRequest): Promise<DeskReply> {
  const claim = await context.database.transaction((tx) => claimForCaller(tx, context, actor, request))
  context.triggerJob('notifications.send-outbox')
  context.triggerJob(sendTextsJob)
  if (!claim.hold) return { id: claim.id, requiresAction: false, warnings: claim.warnings }
  const { row, payer } = claim.hold
  return { ...replyTo(await placeLeasedHold(context, row, payer)), warnings: claim.warnings }
}

async function findEarlier(
  context: Context,
  actor: Actor,
  { key, digest }: OrderRequestKey,
): Promise<OrderRequest | undefined> {
  const earlier = await findOrderRequest(context, { customerId: actor.id, key })
  if (earlier && earlier.orderDigest !== digest) refuse('request_changed')
  return earlier
}

async function resume(context: Context, { appointmentId }: OrderRequest): Promise<DeskReply> {
  const hold = await context.database.db
    .selectFrom('holds')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('purpose', '=', 'booking')
    .executeTakeFirst()
  const reply = hold
    ? await resumeClaim(context, appointmentId)
    : { id: appointmentId, requiresAction: false }
  return { ...reply, warnings: [] }
}
