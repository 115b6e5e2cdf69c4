import type { TimelineEntry } from '../../contract/admin/admin.ts'
import { actingPersonOf } from '../../contract/identity/acting-person.ts'
import { formatCents } from '../../contract/money.ts'
import type { ShopPaymentMethod } from '../../contract/payments/pays-by.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { actingRole } from './acting-role.ts'

const methodWords: Record<ShopPaymentMethod, string> = {
  cash: 'In cash.',
  terminal: 'With the shop’s card terminal.',
  other: 'In another way.',
}

/** The payments that a shop took, gave back or removed outside the product, as entries of the timeline. */
export async function readShopPayment(
  db: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'customer_id'>,
): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('shop_payments as p')
    .leftJoin('users as u', 'u.id', 'p.actor_id')
    .select(['p.amount_cents', 'p.method', 'p.recorded_at', 'p.removes', 'u.name'])
    .select(actingRole(appointment).as('role'))
    .where('p.appointment_id', '=', appointment.id)
    .execute()
  return rows.map((row) => ({
    at: row.recorded_at.toISOString(),
    kind: 'money',
    title: titleOf(row),
    detail: methodWords[row.method],
    by: actingPersonOf(row),
  }))
}

function titleOf({ amount_cents: cents, removes }: { amount_cents: number; removes: string | null }): string {
  const amount = formatCents(Math.abs(cents))
  if (removes !== null) return `Payment of ${amount} removed, recorded by mistake`
  return `${amount} ${cents < 0 ? 'given back' : 'paid'} at the shop`
}

/** How an appointment was made: by its customer, or by a person at the shop. */
export async function readBooking(db: Queryable, appointment: AppointmentRow): Promise<TimelineEntry> {
  const { booked_by: bookedBy, customer_id: customerId, fitment_override: override } = appointment
  const person = await db
    .selectFrom('users as u')
    .select(['u.name', actingRole(appointment).as('role')])
    .where('u.id', '=', bookedBy ?? customerId)
    .executeTakeFirst()
  return {
    at: appointment.created_at.toISOString(),
    kind: 'appointment',
    title: bookedBy === null ? 'Appointment booked' : 'Appointment booked for the customer',
    detail:
      override === null ? null : `Sold although the rules say that it does not fit. Reason: ${override}`,
    by: person ? actingPersonOf(person) : null,
  }
}
