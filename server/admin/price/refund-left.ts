import { isAllowed, seesEveryShop } from '../../../contract/identity/permissions.ts'
import { standingAt } from '../../../contract/identity/workplaces.ts'
import type { Context } from '../../context.ts'
import { holdColumns } from '../../database/columns.ts'
import type { AppointmentRow, HoldRow } from '../../database/rows.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { workFactsOf } from './work-facts.ts'
import { findPendingRefunds, findRefundable } from '../../payments/refundable.ts'

/** A captured hold, and the part of it that can be refunded beside the refunds under way. */
export type RefundableHold = { hold: HoldRow; leftCents: number }

/** The captured holds of an appointment; null while a dispute blocks refunds. */
export async function listRefundableHolds(db: Queryable, id: string): Promise<RefundableHold[] | null> {
  const captured = await db
    .selectFrom('holds')
    .select(holdColumns)
    .where('appointment_id', '=', id)
    .where('status', '=', 'captured')
    .where('purpose', '<>', 'duplicate')
    .orderBy('created_at')
    .execute()
  const found: RefundableHold[] = []
  for (const hold of captured) {
    const { isBlocked, refundableCents } = await findRefundable(db, hold)
    if (isBlocked) return null
    const pending = await findPendingRefunds(db, { holdId: hold.id })
    found.push({ hold, leftCents: Math.max(0, refundableCents - pending) })
  }
  return found
}

/**
 * The most that the actor may refund of an appointment now: for a shop, its share of the captured amount less
 * earlier refunds. Null while an open dispute blocks refunds.
 */
export async function findRefundLeft(
  context: Context,
  actor: Actor,
  appointment: AppointmentRow,
): Promise<number | null> {
  const { db } = context.database
  if (appointment.state !== 'completed') return 0
  const work = workFactsOf(appointment, context)
  if (!isAllowed(standingAt(actor, appointment.shop_id), 'payment.refundPart', work)) return 0
  const holds = await listRefundableHolds(db, appointment.id)
  if (holds === null) return null
  const left = holds.reduce((sum, { leftCents }) => sum + leftCents, 0)
  return Math.min(left, await findShopLimit(db, context, actor, appointment))
}

/** The rest of the share that a shop may refund by its own; no limit for an administrator. */
export async function findShopLimit(
  db: Queryable,
  { config }: Pick<Context, 'config'>,
  actor: Actor,
  { id, shop_id: shopId }: Pick<AppointmentRow, 'id' | 'shop_id'>,
): Promise<number> {
  if (seesEveryShop(standingAt(actor, shopId))) return Number.POSITIVE_INFINITY
  const { captured, refunded } = await sumCaptured(db, id)
  const most = Math.floor((captured * config.shopRefundPercent) / 100)
  return Math.max(0, most - refunded - (await findPendingRefunds(db, { appointmentId: id })))
}

/** Captured and refunded cents of an appointment. */
export async function sumCaptured(
  db: Queryable,
  appointmentId: string,
): Promise<{ captured: number; refunded: number }> {
  const sums = await db
    .selectFrom('holds')
    .select((select) => [
      select.fn.coalesce(select.fn.sum<number>('captured_cents'), select.lit(0)).as('captured'),
      select.fn.coalesce(select.fn.sum<number>('refunded_cents'), select.lit(0)).as('refunded'),
    ])
    .where('appointment_id', '=', appointmentId)
    .where('purpose', '<>', 'duplicate')
    .executeTakeFirstOrThrow()
  return sums
}
