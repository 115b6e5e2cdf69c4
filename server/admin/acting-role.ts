import { sql } from 'kysely'
import type { AppointmentRow } from '../database/rows.ts'

/** The role in which the user `u` acted on an appointment: anybody but its customer acts for the shop. */
export function actingRole({ customer_id: customerId }: Pick<AppointmentRow, 'customer_id'>) {
  return sql<
    string | null
  >`case when u.role = 'customer' and u.id <> ${customerId} then 'shop' else u.role end`
}
