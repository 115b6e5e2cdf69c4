import type { TimelineEntry } from '../../contract/admin/admin.ts'
import { actingPersonOf } from '../../contract/identity/acting-person.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import { shownCardOf } from '../payments/shown-card.ts'
import { actingRole } from './acting-role.ts'
import { endsOfHold, requestOf, wordsOfMovement } from './timeline-words.ts'

type Of = Pick<AppointmentRow, 'id' | 'customer_id'>

async function readLedger(db: Queryable, appointment: Of) {
  return (
    db
      .selectFrom('ledger as l')
      .leftJoin('holds as h', 'h.id', 'l.hold_id')
      .leftJoin('users as u', 'u.id', 'l.actor_id')
      .leftJoin('disputes as d', 'd.id', 'l.provider_reference')
      .select(['l.id', 'l.hold_id', 'l.movement', 'l.amount_cents', 'l.recorded_at'])
      .select([
        'h.purpose',
        'h.status',
        'h.card_brand',
        'h.card_last_four',
        'h.refusal_sentence',
        'h.fee_cents',
      ])
      .select(['h.card_wallet', 'h.replaces_card'])
      .select(['u.name', actingRole(appointment).as('role'), 'd.status as dispute_status'])
      .where('l.appointment_id', '=', appointment.id)
      // Payments at the shop have entries of their own, and sales tax is on the receipt.
      .where('l.movement', 'not in', [
        'paid_otherwise',
        'paid_otherwise_in_part',
        'returned_at_shop',
        'tax_collected',
        'tax_returned',
      ])
      .orderBy('l.id')
      .execute()
  )
}
type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]
/** `request`: the row that asked for it. */
type Movement = { row: LedgerRow; request: LedgerRow | undefined }

/** Timeline entries of the ledger. A request and its outcome become one, attributed to the requester. */
export async function readMoney(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  const rows = await readLedger(db, appointment)
  const ended = new Map(
    rows.filter((row) => endsOfHold.includes(row.movement)).map((row) => [row.hold_id, row.id]),
  )
  return joinRefunds(matchRequests(rows)).map(({ row, request }) => ({
    ...wordsOfMovement({ ...row, isOver: (ended.get(row.hold_id) ?? row.id) > row.id }),
    at: row.recorded_at.toISOString(),
    by: actingPersonOf(row) ?? (request ? actingPersonOf(request) : null),
  }))
}

/** The rows but for answered requests, each with its request. */
function matchRequests(rows: readonly LedgerRow[]): Movement[] {
  const open = new Map<string, LedgerRow>()
  const asked = new Map<LedgerRow, LedgerRow>()
  for (const row of rows) {
    open.set(`${row.hold_id} ${row.movement}`, row)
    const request = requestOf[row.movement]
    const key = `${row.hold_id} ${request}`
    const found = request && open.get(key)
    if (!found) continue
    asked.set(row, found)
    open.delete(key)
  }
  const answered = new Set(asked.values())
  return rows.filter((row) => !answered.has(row)).map((row) => ({ row, request: asked.get(row) }))
}

/** Joins a refund of several holds, which is decided in one moment, as one of the whole amount. */
function joinRefunds(movements: readonly Movement[]): Movement[] {
  return [...Map.groupBy(movements, refundKey).values()].flatMap((parts) => {
    const last = parts.at(-1)
    const amountCents = parts.reduce((sum, { row }) => sum + row.amount_cents, 0)
    return last ? [{ ...last, row: { ...last.row, amount_cents: amountCents } }] : []
  })
}

function refundKey({ row, request }: Movement): string {
  const decision =
    row.movement === 'refund_requested' ? row : row.movement === 'refunded' ? request : undefined
  if (!decision) return String(row.id)
  return [row.movement, decision.recorded_at.getTime(), JSON.stringify(shownCardOf(row))].join(' ')
}
