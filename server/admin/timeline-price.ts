import type { TimelineEntry } from '../../contract/admin/admin.ts'
import { actingPersonOf } from '../../contract/identity/acting-person.ts'
import { formatCents, formatSignedCents } from '../../contract/money.ts'
import { priceLineWords, signedLineCents } from '../../contract/payments/day-price.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import { actingRole } from './acting-role.ts'

type Of = Pick<AppointmentRow, 'id' | 'customer_id'>

/** The price on the day in the history of an appointment: its lines, and the customer's agreements. */
export async function readPriceChanges(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  return [
    // A tip is removed and given again at one instant.
    ...(await readLines(db, appointment, 'removed')),
    ...(await readLines(db, appointment, 'added')),
    ...(await readAgreements(db, appointment)),
  ]
}

const columns = {
  added: { at: 'l.added_at', by: 'l.actor_id' },
  removed: { at: 'l.removed_at', by: 'l.removed_by' },
} as const

/** A line that was added and removed has two entries. */
async function readLines(
  db: Queryable,
  appointment: Of,
  change: 'added' | 'removed',
): Promise<TimelineEntry[]> {
  const { at, by } = columns[change]
  const rows = await db
    .selectFrom('price_lines as l')
    .leftJoin('users as u', 'u.id', by)
    .select(['l.kind', 'l.description', 'l.amount_cents as amountCents'])
    .select((row) => row.ref(at).$castTo<Date>().as('at'))
    .select(['u.name', actingRole(appointment).as('role')])
    .where('l.appointment_id', '=', appointment.id)
    .where(at, 'is not', null)
    .execute()
  return rows.map((row) => {
    const isTip = row.kind === 'tip'
    // Only a customer gives a tip, also on a device of the shop. Staff may take it out.
    const isGiven = isTip && change === 'added'
    const amount = formatSignedCents(signedLineCents(row))
    return {
      at: row.at.toISOString(),
      kind: 'appointment',
      title: `${priceLineWords[row.kind]} ${change}`,
      detail: isTip ? `${amount}${isGiven ? ', from the customer' : ''}.` : `${row.description}, ${amount}.`,
      by: isGiven ? null : actingPersonOf(row),
    }
  })
}

async function readAgreements(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('price_agreements as g')
    .leftJoin('users as u', 'u.id', 'g.actor_id')
    .select(['g.total_cents', 'g.signer_name', 'g.agreed_at', 'g.agreed_via', 'u.name'])
    .select(actingRole(appointment).as('role'))
    .where('g.appointment_id', '=', appointment.id)
    .execute()
  return rows.map((row) => ({
    at: row.agreed_at.toISOString(),
    kind: 'appointment',
    title: `The customer agreed to ${formatCents(row.total_cents)}`,
    detail: `Signed by ${row.signer_name}, ${row.agreed_via === 'shop' ? 'on a device of the shop' : 'by link'}.`,
    by: actingPersonOf(row),
  }))
}
