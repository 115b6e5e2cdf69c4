import { sql } from 'kysely'
import type { TimelineEntry } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'
import type { Role } from '../../contract/identity/roles.ts'
import type { AppointmentRow } from '../appointments/appointment-row.ts'
import type { Queryable } from '../database/open-database.ts'
import { endsOfHold, requestOf, wordsOfMail, wordsOfMovement } from './timeline-words.ts'

type By = TimelineEntry['by']

async function readLedger(db: Queryable, id: string) {
  return db
    .selectFrom('ledger as l')
    .innerJoin('holds as h', 'h.id', 'l.hold_id')
    .leftJoin('users as u', 'u.id', 'l.actor_id')
    .select(['l.id', 'l.hold_id', 'l.movement', 'l.amount_cents', 'l.recorded_at'])
    .select(['h.purpose', 'h.status', 'h.card_brand', 'h.card_last_four', 'h.refusal_sentence'])
    .select(['u.name', 'u.role'])
    .where('l.appointment_id', '=', id)
    .orderBy('l.id')
    .execute()
}
type LedgerRow = Awaited<ReturnType<typeof readLedger>>[number]

async function readMails(db: Queryable, id: string) {
  return db
    .selectFrom('outbox as o')
    .leftJoin('outbox as before', 'before.superseded_by', 'o.id')
    .leftJoin('users as u', 'u.id', 'o.actor_id')
    .select(['o.id', 'o.kind', 'o.recipient', 'o.payload', 'o.created_at', 'o.sent_at', 'o.given_up_at'])
    .select(['o.last_error', 'before.id as before_id', 'u.name', 'u.role'])
    .where(sql<string>`o.payload ->> 'appointmentId'`, '=', id)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()
}
type MailRow = Awaited<ReturnType<typeof readMails>>[number]

function personOf({ name, role }: { name: string | null; role: Role | null }): By {
  return name !== null && role !== null ? { role, name } : null
}

/** The rows of the ledger in words: an outcome tells of its request too, and of who asked. */
function tellOfMoney(rows: readonly LedgerRow[]): TimelineEntry[] {
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
  const ended = new Map(
    rows.filter((row) => endsOfHold.includes(row.movement)).map((row) => [row.hold_id, row.id]),
  )
  return rows
    .filter((row) => !answered.has(row))
    .map((row) => ({
      ...wordsOfMovement({ ...row, isOver: (ended.get(row.hold_id) ?? row.id) > row.id }),
      at: row.recorded_at.toISOString(),
      by: personOf(row) ?? byOfRequest(asked.get(row)),
    }))
}

function byOfRequest(request: LedgerRow | undefined): By {
  return request ? personOf(request) : null
}

function textOf(payload: unknown, key: string): string {
  const value = (payload as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : ''
}

function centsOf(payload: unknown, key: string): string {
  const value = (payload as Record<string, unknown>)[key]
  return typeof value === 'number' ? formatCents(value) : ''
}

function shortStart(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(Date.parse(instant))
}

/** What a mail tells of beside itself: the customer moved the appointment, or changed its package. */
function newsOfMail({ kind, payload, created_at: at, before_id: before }: MailRow, customer: By) {
  if (before !== null) return []
  const happened = { kind: 'appointment' as const, at: at.toISOString(), by: customer }
  const zone = textOf(payload, 'timeZone')
  if (kind === 'appointment_rescheduled') {
    const [from, to] = [textOf(payload, 'previousStartsAt'), textOf(payload, 'startsAt')]
    return [
      {
        ...happened,
        title: 'Appointment moved',
        detail: `From ${shortStart(from, zone)} to ${shortStart(to, zone)}.`,
      },
    ]
  }
  if (kind === 'package_changed') {
    const before = `${textOf(payload, 'previousPackageName')} (${centsOf(payload, 'previousPriceCents')})`
    const after = `${textOf(payload, 'packageName')} (${centsOf(payload, 'priceCents')})`
    return [{ ...happened, title: 'Package changed', detail: `From ${before} to ${after}.` }]
  }
  return []
}

function tellOfMails(rows: readonly MailRow[], customer: By): TimelineEntry[] {
  return rows.flatMap((row) => [
    ...newsOfMail(row, customer),
    {
      ...wordsOfMail({ ...row, isAgain: row.before_id !== null }),
      at: (row.sent_at ?? row.given_up_at ?? row.created_at).toISOString(),
      by: personOf(row),
    },
  ])
}

/**
 * Everything that happened to an appointment, oldest first, from the ledger and the outbox, neither of which is ever rewritten.
 * An open request says that it is open; once answered, the answer stands in its place.
 */
export async function readTimeline(db: Queryable, appointment: AppointmentRow): Promise<TimelineEntry[]> {
  const [ledger, mails, customer] = [
    await readLedger(db, appointment.id),
    await readMails(db, appointment.id),
    await db.selectFrom('users').select(['name', 'role']).where('id', '=', appointment.customer_id).execute(),
  ]
  const by = personOf(customer[0] ?? { name: null, role: null })
  const made: TimelineEntry = {
    at: appointment.created_at.toISOString(),
    kind: 'appointment',
    title: 'Appointment made',
    detail: null,
    by,
  }
  const told = [made, ...tellOfMoney(ledger), ...tellOfMails(mails, by)]
  const end = endOfClaim(appointment, told)
  return [...told, ...end].toSorted((one, other) => one.at.localeCompare(other.at))
}

/** A claim that is cancelled had no permission to end, so the ledger only knows that its hold was given back. */
function endOfClaim({ state }: AppointmentRow, told: readonly TimelineEntry[]): TimelineEntry[] {
  if (state !== 'cancelled' || told.some(({ title }) => title === 'Appointment cancelled')) return []
  const last = told.findLast(({ kind }) => kind === 'money')
  return last ? [{ ...last, kind: 'appointment', title: 'Appointment cancelled', detail: null }] : []
}
