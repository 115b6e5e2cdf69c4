import { sql } from 'kysely'
import { disputePhaseOf } from '../../contract/payments/dispute-states.ts'
import { refundableOf, type Refundable } from '../../contract/payments/refundable.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldRow } from '../database/rows.ts'

type CapturedHold = Pick<HoldRow, 'id' | 'amount_cents' | 'captured_cents' | 'refunded_cents' | 'fee_cents'>

/**
 * Finds the part of a captured hold that can be refunded: never the fee of a cancelled appointment, before
 * that is waived. Under the appointment's lock no dispute changes it.
 */
export async function findRefundable(db: Queryable, hold: CapturedHold): Promise<Refundable> {
  const { rows } = await sql<{ status: string; amount_cents: number; taken_cents: number }>`
    select d.status, d.amount_cents, coalesce((
      select sum(case l.movement when 'dispute_withdrawn' then l.amount_cents
        when 'dispute_reinstated' then -l.amount_cents end)
      from ledger l where l.appointment_id = d.appointment_id and l.provider_reference = d.id), 0)::integer as taken_cents
    from disputes d where d.hold_id = ${hold.id}`.execute(db)
  return refundableOf({
    capturedCents: hold.captured_cents ?? hold.amount_cents,
    refundedCents: hold.refunded_cents ?? 0,
    feeCents: hold.fee_cents ?? 0,
    disputes: rows.map((row) => ({
      phase: disputePhaseOf(row.status),
      amountCents: row.amount_cents,
      takenCents: row.taken_cents,
    })),
  })
}

/** Whether the refund of a part of a hold was decided and is not made yet. */
export async function hasRefundUnderWay(db: Queryable, holdId: string): Promise<boolean> {
  return (await findPendingRefunds(db, { holdId })) > 0
}

/** The cents of refunds of parts that are decided and not made yet. */
export async function findPendingRefunds(
  db: Queryable,
  of: { holdId: string } | { appointmentId: string },
): Promise<number> {
  const { cents } = await db
    .selectFrom('refunds')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), select.lit(0)).as('cents'))
    .where('status', '=', 'requested')
    .where((where) =>
      'holdId' in of ? where('hold_id', '=', of.holdId) : where('appointment_id', '=', of.appointmentId),
    )
    .executeTakeFirstOrThrow()
  return cents
}

/**
 * The refundable part of a captured hold. Refuses as `payment_disputed` while a dispute is open. Call it
 * under the appointment's lock.
 */
export async function requireRefundable(tx: Queryable, hold: CapturedHold): Promise<Refundable> {
  const refundable = await findRefundable(tx, hold)
  return refundable.isBlocked ? refuse('payment_disputed') : refundable
}
