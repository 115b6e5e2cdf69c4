import {
  disputeMoneyOf,
  disputePhaseOf,
  isClosed,
  type DisputePhase,
} from '../../contract/payments/dispute-states.ts'
import { moneyMovedOf } from '../../contract/payments/money-moved.ts'
import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldRow } from '../database/rows.ts'
import { findRefundable } from '../payments/refundable.ts'
import type { DisputeSnapshot } from '../payments/provider/disputes.ts'
import { lockForHoldUpdate, type HoldUpdate } from './hold-update.ts'
import { mailOnceHoldsAreRefunded } from './settle-refunds.ts'
import { applyHoldEvent } from './transitions.ts'
import { decideRefund } from './change-hold.ts'

type KnownHold = Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id'>

/** The movement that tells the end of a dispute. */
const endOf: Partial<Record<DisputePhase, LedgerMovement>> = {
  won: 'dispute_won',
  lost: 'dispute_lost',
  prevented: 'dispute_ended',
  ended: 'dispute_ended',
}

/**
 * Records the provider's state of a dispute, with the ledger rows of the amounts that moved since. Of two
 * states the later one at the provider counts, so repeated and late news change nothing. A payment without a
 * hold of ours (`hold` is null) has no ledger; its dispute is listed for administrators.
 */
export async function recordDispute(
  context: Context,
  stated: DisputeSnapshot,
  hold: KnownHold | null,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    // The appointment's lock orders a dispute and a refund of the same payment.
    const update = hold && (await lockForHoldUpdate(tx, context, hold))
    const isNews = await storeDispute(tx, context, stated, update)
    if (!isNews) return
    if (!update) return context.log.error({ disputeId: stated.id }, 'a dispute is of no payment known here')
    await recordMovements(update, stated)
    if (isClosed(disputePhaseOf(stated.status))) await settleRefund(update)
  })
}

/**
 * Settles the refund of a hold after a dispute of its payment. One that waited is sent now, less the part
 * that the bank has returned, which is dropped. A cancelled appointment whose amount came back, as after an
 * appeal, is refunded.
 */
async function settleRefund(update: HoldUpdate): Promise<void> {
  const { tx, hold, appointment, at } = update
  const { isBlocked, refundableCents: amountCents } = await findRefundable(tx, hold)
  if (isBlocked) return
  // Refunds of parts have waited for the end of the dispute.
  await tx
    .updateTable('refunds')
    .set({ rests_until: null })
    .where('hold_id', '=', hold.id)
    .where('status', '=', 'requested')
    .execute()
  if (hold.status === 'refunding') {
    const dropped = (await findRequestedRefund(update)) - amountCents
    const amountsCents = { refund_dropped: dropped }
    if (amountCents === 0) {
      await applyHoldEvent(update, 'refund_dropped', { amountsCents })
      return mailOnceHoldsAreRefunded(update)
    }
    if (dropped > 0) await applyHoldEvent(update, 'refund_dropped_in_part', { amountsCents })
    return void (await tx.updateTable('holds').set({ asked_until: null }).where('id', '=', hold.id).execute())
  }
  const isCharged = hold.status === 'captured' || hold.status === 'refunded'
  if (isCharged && appointment.state === 'cancelled' && amountCents > 0)
    await decideRefund(tx, hold, { amountCents, at, actorId: null })
}

/** The cents of the requested refund of a hold that were neither refunded nor dropped. */
async function findRequestedRefund({ tx, hold }: HoldUpdate): Promise<number> {
  const rows = await tx
    .selectFrom('ledger')
    .select(['hold_id', 'movement', 'amount_cents', 'recorded_at'])
    .where('appointment_id', '=', hold.appointment_id)
    .where('hold_id', '=', hold.id)
    .orderBy('id')
    .execute()
  const entries = rows.map((row) => ({
    holdId: row.hold_id,
    movement: row.movement,
    amountCents: row.amount_cents,
    at: row.recorded_at.getTime(),
  }))
  return moneyMovedOf(entries).refundingCents
}

/** Drops the refund of a payment that a dispute has returned already. */
export async function dropRefund(context: Context, hold: KnownHold): Promise<void> {
  await context.database.transaction(async (tx) => settleRefund(await lockForHoldUpdate(tx, context, hold)))
}

/**
 * Stores the state of a dispute. Returns false for older news, and for repeated news of an unknown payment.
 */
async function storeDispute(
  tx: Queryable,
  context: Context,
  stated: DisputeSnapshot,
  update: HoldUpdate | null,
): Promise<boolean> {
  const at = new Date(context.clock.now())
  const known = await tx
    .selectFrom('disputes')
    .select(['status', 'stated_at', 'hold_id'])
    .where('id', '=', stated.id)
    .forUpdate()
    .executeTakeFirst()
  if (known && isOlder(stated, known)) return false
  const row = {
    hold_id: update?.hold.id ?? null,
    appointment_id: update?.appointment.id ?? null,
    shop_id: update?.appointment.shop_id ?? null,
    provider_intent_id: stated.intentId,
    provider_charge_id: stated.chargeId,
    status: stated.status,
    amount_cents: stated.amountCents,
    reason: stated.reason.slice(0, 100),
    due_at: stated.dueAt === null ? null : new Date(stated.dueAt),
    opened_at: new Date(stated.openedAt),
    stated_at: new Date(stated.statedAt),
    looked_at: at,
  }
  await tx
    .insertInto('disputes')
    .values({ id: stated.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  return update !== null || known === undefined
}

/** Events carry whole seconds: of two states within one, a closed one is the later. */
function isOlder(stated: DisputeSnapshot, known: { status: string; stated_at: Date }): boolean {
  const difference = stated.statedAt - known.stated_at.getTime()
  if (difference !== 0) return difference < 0
  return isClosed(disputePhaseOf(known.status)) && !isClosed(disputePhaseOf(stated.status))
}

/** Adds the ledger rows by which the recorded state of a dispute differs from the stated one. */
async function recordMovements(update: HoldUpdate, stated: DisputeSnapshot): Promise<void> {
  const recorded = await update.tx
    .selectFrom('ledger')
    .select(['movement', 'amount_cents'])
    .where('appointment_id', '=', update.appointment.id)
    .where('provider_reference', '=', stated.id)
    .orderBy('id')
    .execute()
  const sum = (movement: LedgerMovement) =>
    recorded.reduce((total, row) => (row.movement === movement ? total + row.amount_cents : total), 0)
  const { takenCents, feeCents } = disputeMoneyOf(stated)
  const taken = takenCents - sum('dispute_withdrawn') + sum('dispute_reinstated')
  const fee = feeCents - sum('dispute_fee') + sum('dispute_fee_returned')
  const phase = disputePhaseOf(stated.status)
  const begin = phase === 'inquiry' || phase === 'ended' ? 'dispute_inquired' : 'dispute_opened'
  const isBegun = recorded.some(({ movement }) => movement === begin || movement === 'dispute_opened')
  const end = endOf[phase]
  const ends = Object.values(endOf)
  const lastEnd = recorded.findLast(({ movement }) => ends.includes(movement))?.movement
  const movements: [LedgerMovement, number][] = [
    [begin, isBegun ? 0 : stated.amountCents],
    ['dispute_withdrawn', taken],
    ['dispute_fee', fee],
    ...(end ? [[end, end === lastEnd ? 0 : stated.amountCents] as [LedgerMovement, number]] : []),
    ['dispute_reinstated', -taken],
    ['dispute_fee_returned', -fee],
  ]
  for (const [movement, amountCents] of movements) {
    if (amountCents > 0) await addToLedger(update, stated.id, movement, amountCents)
  }
}

async function addToLedger(
  { tx, hold, at }: HoldUpdate,
  disputeId: string,
  movement: LedgerMovement,
  amountCents: number,
): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({
      appointment_id: hold.appointment_id,
      shop_id: hold.shop_id,
      hold_id: hold.id,
      movement,
      amount_cents: amountCents,
      provider_reference: disputeId,
      recorded_at: at,
      actor_id: null,
    })
    .execute()
}
