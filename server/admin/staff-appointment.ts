import { formatCents } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { isUuid } from '../database/uuid.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import { inScope, requireStillInScope, type ShopScope } from '../identity/sessions/shop-scope.ts'

/**
 * The shop of an appointment in scope. Its row is locked before the appointment's. Refuses a missing
 * appointment and one outside the scope with `not_found`.
 */
export async function findStaffShopId(db: Queryable, scope: ShopScope, id: string): Promise<number> {
  if (!isUuid(id)) return refuse('not_found')
  const found = await db
    .selectFrom('appointments as a')
    .select('a.shop_id')
    .where('a.id', '=', id)
    .where('a.state', '!=', 'released')
    .where(inScope(scope, 'a.shop_id'))
    .executeTakeFirst()
  return found?.shop_id ?? refuse('not_found')
}

/** Refuses to take the price of a no-show: the customer agreed to pay for work that is done, or a fee. */
export function requireNotMissed({
  work_state: workState,
  cancel_fee_cents: feeCents,
}: Pick<AppointmentRow, 'work_state' | 'cancel_fee_cents'>): void {
  if (workState !== 'no_show') return
  const rest =
    feeCents === null
      ? 'cancel it instead'
      : `charge the fee of ${formatCents(feeCents)} instead, or cancel without a fee`
  refuse('appointment_not_changeable', {
    sentence: `This is a no-show, so there is no work to charge for: ${rest}. If it was a mistake, go one step back.`,
  })
}

/** The appointment in scope, as the two functions below read it. */
function selectStaffAppointment(db: Queryable, scope: ShopScope, id: string) {
  return db
    .selectFrom('appointments as a')
    .selectAll('a')
    .where('a.id', '=', id)
    .where('a.state', '!=', 'released')
    .where(inScope(scope, 'a.shop_id'))
}

/** Reads an appointment in scope. Refuses a missing one and one outside the scope with `not_found`. */
export async function getStaffAppointment(
  db: Queryable,
  scope: ShopScope,
  id: string,
): Promise<AppointmentRow> {
  if (!isUuid(id)) return refuse('not_found')
  return (await selectStaffAppointment(db, scope, id).executeTakeFirst()) ?? refuse('not_found')
}

/**
 * Reads an appointment in scope and locks its row until the transaction ends. Refuses a missing appointment
 * and one outside the scope with `not_found`.
 */
export async function lockStaffAppointment(
  tx: Queryable,
  scope: ShopScope,
  id: string,
): Promise<AppointmentRow> {
  if (!isUuid(id)) return refuse('not_found')
  const appointment = await selectStaffAppointment(tx, scope, id).forUpdate('a').executeTakeFirst()
  if (!appointment) return refuse('not_found')
  await requireStillInScope(tx, scope, appointment.shop_id)
  return appointment
}
