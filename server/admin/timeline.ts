import { sql } from 'kysely'
import type { TimelineEntry } from '../../contract/admin/admin.ts'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { formatCents } from '../../contract/money.ts'
import { actingPersonOf } from '../../contract/identity/acting-person.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import { actingRole } from './acting-role.ts'
import { readBooking, readShopPayment } from './timeline-desk.ts'
import { readPriceChanges } from './timeline-price.ts'
import { readWork } from './timeline-work.ts'
import { readMoney } from './timeline-money.ts'
import { wordsOfMail } from './timeline-words.ts'

type By = TimelineEntry['by']
type Of = Pick<AppointmentRow, 'id' | 'customer_id'>

async function readMails(db: Queryable, appointment: Of) {
  return db
    .selectFrom('outbox as o')
    .leftJoin('outbox as before', 'before.superseded_by', 'o.id')
    .leftJoin('users as u', 'u.id', 'o.actor_id')
    .select(['o.id', 'o.kind', 'o.recipient', 'o.payload', 'o.created_at', 'o.sent_at', 'o.given_up_at'])
    .select(['o.last_error', 'o.withheld', 'before.id as before_id', 'u.name'])
    .select(actingRole(appointment).as('role'))
    .where(sql<string>`o.payload ->> 'appointmentId'`, '=', appointment.id)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()
}
async function readDownloads(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('evidence_downloads as e')
    .innerJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.downloaded_at', 'u.name', actingRole(appointment).as('role')])
    .where('e.appointment_id', '=', appointment.id)
    .orderBy('e.id')
    .execute()
  return rows.map((row) => ({
    at: row.downloaded_at.toISOString(),
    kind: 'appointment',
    title: 'Evidence file downloaded',
    detail: null,
    by: actingPersonOf(row),
  }))
}

type MailRow = Awaited<ReturnType<typeof readMails>>[number]

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

async function readCorrections(db: Queryable, appointment: Of) {
  return db
    .selectFrom('contact_changes as c')
    .leftJoin('users as u', 'u.id', 'c.actor_id')
    .select(['c.field', 'c.value_before', 'c.value_after', 'c.changed_at', 'u.name'])
    .select(actingRole(appointment).as('role'))
    .where('c.appointment_id', '=', appointment.id)
    .orderBy('c.id')
    .execute()
}

const correctionTitles = { name: 'Name corrected', email: 'Email corrected', phone: 'Phone corrected' }

function correctionEntries(rows: Awaited<ReturnType<typeof readCorrections>>): TimelineEntry[] {
  return rows.map((row) => {
    const shown = row.field === 'phone' ? formatPhone : (text: string) => text
    return {
      at: row.changed_at.toISOString(),
      kind: 'appointment' as const,
      title: correctionTitles[row.field],
      detail: `From ${shown(row.value_before)} to ${shown(row.value_after)}.`,
      by: actingPersonOf(row),
    }
  })
}

type Move = {
  starts_before: Date
  starts_after: Date
  ends_after: Date
  bay_before: string
  bay_after: string
}

/** 'From Dec 3, 9:00 AM to Dec 4, 10:00 AM. Bay 1 to Bay 2.', as far as both differ; else the new end. */
function wordsOfMove(move: Move, zone: string): string {
  const [from, to] = [move.starts_before, move.starts_after].map((at) => shortStart(at.toISOString(), zone))
  const parts = [
    ...(from === to ? [] : [`From ${from} to ${to}.`]),
    ...(move.bay_before === move.bay_after ? [] : [`${move.bay_before} to ${move.bay_after}.`]),
  ]
  return parts.length > 0 ? parts.join(' ') : `Until ${shortStart(move.ends_after.toISOString(), zone)}.`
}

async function readMoves(db: Queryable, appointment: Of & { time_zone: string }): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('appointment_moves as m')
    .innerJoin('bays as b', 'b.id', 'm.bay_before')
    .innerJoin('bays as c', 'c.id', 'm.bay_after')
    .leftJoin('users as u', 'u.id', 'm.actor_id')
    .select(['m.starts_before', 'm.starts_after', 'm.ends_after', 'm.moved_at', 'u.name'])
    .select(['b.name as bay_before', 'c.name as bay_after', actingRole(appointment).as('role')])
    .where('m.appointment_id', '=', appointment.id)
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({
    at: row.moved_at.toISOString(),
    kind: 'appointment',
    title: 'Appointment moved',
    detail: wordsOfMove(row, appointment.time_zone),
    by: actingPersonOf(row),
  }))
}

const confirmedBy = {
  link: 'By the link in a reminder.',
  text: 'By text message.',
  desk: 'Told to the shop.',
}

/** The last answer of the customer that they come, also to a start that has changed since. */
async function readConfirmation(
  db: Queryable,
  appointment: Of & { time_zone: string },
  customer: By,
): Promise<TimelineEntry[]> {
  const row = await db
    .selectFrom('appointments as a')
    .leftJoin('users as u', 'u.id', 'a.confirmation_actor_id')
    .select(['a.confirmed_of', 'a.confirmed_at', 'a.confirmed_by', 'u.name'])
    .select(actingRole(appointment).as('role'))
    .where('a.id', '=', appointment.id)
    .executeTakeFirstOrThrow()
  if (!row.confirmed_of || !row.confirmed_at || !row.confirmed_by) return []
  const start = shortStart(row.confirmed_of.toISOString(), appointment.time_zone)
  const detail = `For ${start}. ${confirmedBy[row.confirmed_by]}`
  const by = row.confirmed_by === 'desk' ? actingPersonOf(row) : customer
  const at = row.confirmed_at.toISOString()
  return [{ at, kind: 'appointment', title: 'Confirmed by the customer', detail, by }]
}

/** The change that a mail reports: the customer moved the appointment or changed its package. */
function changeOfMail(
  { kind, payload, created_at: at, before_id: before, name: actor }: MailRow,
  customer: By,
) {
  // A copy, or a move by the shop, which has an entry of its own.
  if (before !== null || actor !== null) return []
  const happened = { kind: 'appointment' as const, at: at.toISOString(), by: customer }
  const zone = textOf(payload, 'timeZone')
  if (kind === 'appointment_rescheduled') {
    const [from, to] = [textOf(payload, 'previousStartsAt'), textOf(payload, 'startsAt')]
    return [
      {
        ...happened,
        title: 'Appointment rescheduled',
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

function mailEntries(rows: readonly MailRow[], customer: By): TimelineEntry[] {
  return rows.flatMap((row) => [
    ...changeOfMail(row, customer),
    // Another mail stands for it.
    ...(row.withheld === 'merged'
      ? []
      : [
          {
            ...wordsOfMail({ ...row, isAgain: row.before_id !== null }),
            at: (row.sent_at ?? row.given_up_at ?? row.created_at).toISOString(),
            by: actingPersonOf(row),
          },
        ]),
  ])
}

/**
 * The history of an appointment, oldest first, from the ledger, the outbox, the downloads of its evidence,
 * the corrections of its contact, the moves by its shop, the price on the day and its work order. A
 * request without an outcome is shown as open; an outcome replaces its request.
 */
export async function readTimeline(
  db: Queryable,
  appointment: AppointmentRow & { time_zone: string },
): Promise<TimelineEntry[]> {
  const [money, downloads, mails, corrections, moves, customer] = [
    await readMoney(db, appointment),
    await readDownloads(db, appointment),
    await readMails(db, appointment),
    await readCorrections(db, appointment),
    await readMoves(db, appointment),
    await db.selectFrom('users').select(['name', 'role']).where('id', '=', appointment.customer_id).execute(),
  ]
  const by = actingPersonOf(customer[0] ?? { name: null, role: null })
  const entries = [
    await readBooking(db, appointment),
    ...(await readConfirmation(db, appointment, by)),
    ...(await readPriceChanges(db, appointment)),
    ...(await readShopPayment(db, appointment)),
    ...money,
    ...downloads,
    ...mailEntries(mails, by),
    ...correctionEntries(corrections),
    ...moves,
    ...(await readWork(db, appointment)),
  ]
  const end = endOfClaim(appointment, entries)
  return [...entries, ...end]
    .map((entry) => withReason(entry, appointment.cancellation_reason))
    .toSorted((one, other) => one.at.localeCompare(other.at))
}

/** The cancellation carries the reason that staff gave the customer. */
function withReason(entry: TimelineEntry, reason: string | null): TimelineEntry {
  return reason !== null && entry.title === 'Appointment cancelled'
    ? { ...entry, detail: `Reason given to the customer: ${reason}` }
    : entry
}

/**
 * Cancelling a claim records no `authorization_ended`, so the last money movement, the release of its hold,
 * dates the cancellation.
 */
function endOfClaim({ state }: AppointmentRow, entries: readonly TimelineEntry[]): TimelineEntry[] {
  if (state !== 'cancelled' || entries.some(({ title }) => title === 'Appointment cancelled')) return []
  const last = entries.findLast(({ kind }) => kind === 'money')
  return last ? [{ ...last, kind: 'appointment', title: 'Appointment cancelled', detail: null }] : []
}
