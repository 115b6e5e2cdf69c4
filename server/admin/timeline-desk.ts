import type { TimelineEntry } from '../../contract/admin/admin.ts'
import { actingPersonOf } from '../../contract/identity/acting-person.ts'
import { formatCents } from '../../contract/money.ts'
import type { ShopPaymentMethod } from '../../contract/payments/pays-by.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'

const methodWords: Record<ShopPaymentMethod, string> = {
  cash: 'In cash.',
  terminal: 'With the shop’s card terminal.',
  other: 'In another way.',
}

/** The payment that a shop took outside the product, as an entry of the timeline. */
export async function readShopPayment(db: Queryable, { id }: { id: string }): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('shop_payments as p')
    .leftJoin('users as u', 'u.id', 'p.actor_id')
    .select(['p.amount_cents', 'p.method', 'p.recorded_at', 'u.name', 'u.role'])
    .where('p.appointment_id', '=', id)
    .execute()
  return rows.map((row) => ({
    at: row.recorded_at.toISOString(),
    kind: 'money',
    title: `${formatCents(row.amount_cents)} paid at the shop`,
    detail: methodWords[row.method],
    by: actingPersonOf({ name: row.name, role: row.role === 'customer' ? 'shop' : row.role }),
  }))
}

/** How an appointment was made: by its customer, or by a person at the shop. */
export async function readBooking(db: Queryable, appointment: AppointmentRow): Promise<TimelineEntry> {
  const { booked_by: bookedBy, customer_id: customerId, fitment_override: override } = appointment
  const person = await db
    .selectFrom('users')
    .select(['name', 'role'])
    .where('id', '=', bookedBy ?? customerId)
    .executeTakeFirst()
  const role = bookedBy !== null && person?.role === 'customer' ? 'shop' : (person?.role ?? null)
  return {
    at: appointment.created_at.toISOString(),
    kind: 'appointment',
    title: bookedBy === null ? 'Appointment booked' : 'Appointment booked for the customer',
    detail:
      override === null ? null : `Sold although the rules say that it does not fit. Reason: ${override}`,
    by: actingPersonOf({ name: person?.name ?? null, role }),
  }
}
