import type { AppointmentState } from '../../contract/booking/appointment-states.ts'
import { hasWorkBegun } from '../../contract/workshop/work-states.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import { isUuid } from '../database/uuid.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { findRestrictions, requireNotBlocked } from '../customers/restrictions.ts'
import { lockCustomer } from '../customers/own-appointments.ts'
import { lockApprovedShop } from '../slots/find-free-bay.ts'
import { shopTakesNoChanges } from '../slots/shop-day.ts'

/** The shop of the customer's own appointment. Refuses a missing and a foreign one as `not_found`. */
export async function findOwnShopId(db: Queryable, id: string, customerId: string): Promise<number> {
  const own = isUuid(id)
    ? await db
        .selectFrom('appointments')
        .select('shop_id')
        .where('id', '=', id)
        .where('customer_id', '=', customerId)
        .where('state', '!=', 'released')
        .executeTakeFirst()
    : undefined
  return own ? own.shop_id : refuse('not_found')
}

/**
 * Locks the shop's row, the customer and then the customer's own appointment, to change it. Refuses a missing
 * and a foreign appointment as `not_found`, one at a suspended shop as `shop_unknown`, every one of a blocked
 * customer as `customer_blocked`, and one that has begun or is not held as `appointment_not_changeable`, with
 * the sentence of its state where there is one.
 */
export async function lockOwnAppointment(
  tx: Queryable,
  id: string,
  customerId: string,
  now: number,
  sentences: Partial<Record<AppointmentState, string>> = {},
): Promise<AppointmentRow> {
  const shopId = await findOwnShopId(tx, id, customerId)
  await lockApprovedShop(tx, shopId, { sentence: shopTakesNoChanges })
  await lockCustomer(tx, customerId)
  requireNotBlocked(await findRestrictions(tx, customerId, now))
  const appointment = await tx
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { state, starts_at: startsAt } = appointment
  const sentence = sentences[state]
  if (!isAllowed('customer', 'ownAppointment.change', { state, startsAt: startsAt.getTime(), now }))
    refuse('appointment_not_changeable', sentence === undefined ? {} : { sentence })
  return appointment
}

/** Refuses a customer's change as `appointment_not_changeable` once the car is at the shop. */
export function requireWorkNotBegun({ work_state: workState }: Pick<AppointmentRow, 'work_state'>): void {
  if (hasWorkBegun(workState))
    refuse('appointment_not_changeable', {
      sentence: 'Your car is at the shop already. Please speak with the shop.',
    })
}
