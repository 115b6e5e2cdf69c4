import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import type { PartRefund } from '../payments/provider/hold-answer.ts'
import type { HoldUpdate } from './hold-update.ts'
import { recordMovement } from './record-hold.ts'

type Update = Pick<HoldUpdate, 'tx' | 'context' | 'appointment' | 'hold' | 'at'>

/**
 * Settles the refunds of parts of a locked hold that the card provider has made, in the transaction that
 * records its refunded amount, so that no reader counts a refund twice. A part that the provider made for
 * less, as after a dispute, is dropped for the rest. Returns the cents that this call settled.
 */
export async function settleMadeParts(update: Update, made: readonly PartRefund[]): Promise<number> {
  if (made.length === 0) return 0
  const { tx, hold, at } = update
  const open = await tx
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'requested_at'])
    .where('hold_id', '=', hold.id)
    .where('status', '=', 'requested')
    .execute()
  let settledCents = 0
  for (const row of open) {
    const part = made.find(({ id }) => id === row.id)
    if (!part) continue
    await tx
      .updateTable('refunds')
      .set({
        status: 'made',
        amount_cents: part.amountCents,
        provider_refund_id: part.providerRefundId,
        settled_at: at,
      })
      .where('shop_id', '=', hold.shop_id)
      .where('id', '=', row.id)
      .execute()
    await recordDropped(update, row.amount_cents - part.amountCents)
    settledCents += part.amountCents
    await mailOncePartsAreSettled(update, row.requested_at)
  }
  return settledCents
}

/**
 * Drops the refund of a part of a locked hold, whose amount a dispute has returned. A second call changes
 * nothing.
 */
export async function dropPart(update: Update, id: string): Promise<void> {
  const { tx, hold, at } = update
  const dropped = await tx
    .updateTable('refunds')
    .set({ status: 'dropped', settled_at: at })
    .where('shop_id', '=', hold.shop_id)
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .returning(['amount_cents', 'requested_at'])
    .executeTakeFirst()
  if (!dropped) return
  await recordDropped(update, dropped.amount_cents)
  await mailOncePartsAreSettled(update, dropped.requested_at)
}

async function recordDropped({ tx, hold, at }: Update, amountCents: number): Promise<void> {
  if (amountCents > 0)
    await recordMovement(tx, hold, { kind: 'refund_dropped', amountCents, at, actorId: null })
}

/**
 * Mails the customer one refund, with its whole amount and its reason, once its last part is settled. A
 * refund of several holds has a part for each, all of one moment. The appointment's lock makes one part the
 * last.
 */
async function mailOncePartsAreSettled(
  { tx, context, appointment, hold }: Update,
  requestedAt: Date,
): Promise<void> {
  const parts = await tx
    .selectFrom('refunds')
    .select(['status', 'amount_cents', 'reason'])
    .where('appointment_id', '=', appointment.id)
    .where('requested_at', '=', requestedAt)
    .execute()
  if (parts.some(({ status }) => status === 'requested')) return
  const made = parts.filter(({ status }) => status === 'made')
  const [first] = made
  if (!first) return
  const amountCents = made.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
  const news = { kind: 'payment_refunded', hold, amountCents, reason: first.reason } as const
  await queueCustomerMail(tx, context, appointment, news)
}

/**
 * Mails the customer the refund of a whole payment once it is made of the last of its holds: that of the
 * price and that of the extra amount are refunded by one decision. Call it when the refund of a locked hold
 * was made or dropped.
 */
export async function mailOnceHoldsAreRefunded(update: Update): Promise<void> {
  const { tx, context, appointment, hold } = update
  const decidedAt = await findDecision(tx, hold)
  if (!decidedAt) return
  const refunded = await tx
    .selectFrom('holds as h')
    .select(['h.status', refundedSince(decidedAt).as('cents')])
    .where('h.appointment_id', '=', appointment.id)
    .where(sql<boolean>`exists (${requestsOf(decidedAt)})`)
    .execute()
  if (refunded.some(({ status }) => status === 'refunding')) return
  const amountCents = refunded.reduce((sum, { cents }) => sum + cents, 0)
  if (amountCents > 0)
    await queueCustomerMail(tx, context, appointment, { kind: 'payment_refunded', hold, amountCents })
}

/** The moment of the latest decision to refund a hold. */
async function findDecision(tx: Queryable, hold: Update['hold']): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('ledger')
    .select('recorded_at')
    .where('appointment_id', '=', hold.appointment_id)
    .where('hold_id', '=', hold.id)
    .where('movement', '=', 'refund_requested')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.recorded_at
}

/** The ledger rows by which a refund of a hold `h` was decided at that moment. */
const requestsOf = (decidedAt: Date) => sql<{ id: string }>`
  select q.id from ledger q where q.appointment_id = h.appointment_id and q.hold_id = h.id
    and q.movement = 'refund_requested' and q.recorded_at = ${decidedAt}`

/** The cents of a hold `h` that went back since, but for refunds of parts, which have mails of their own. */
const refundedSince = (decidedAt: Date) => sql<number>`((
  select coalesce(sum(l.amount_cents), 0) from ledger l where l.appointment_id = h.appointment_id
    and l.hold_id = h.id and l.movement = 'refunded' and l.id > all (${requestsOf(decidedAt)}))
  - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.hold_id = h.id and r.status = 'made'
    and r.settled_at >= ${decidedAt}))::integer`
