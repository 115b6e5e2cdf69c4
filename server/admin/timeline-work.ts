import { latePressMs, type WorkEvent } from '../../contract/workshop/work-states.ts'
import type { TimelineEntry } from '../../contract/admin/admin.ts'
import { actingPersonOf } from '../../contract/identity/acting-person.ts'
import {
  noteKindWords,
  photoKindWords,
  workEventWords,
  workStateWords,
} from '../../contract/workshop/work-words.ts'
import type { NoteKind, WorkPhotoKind } from '../../contract/workshop/work-order.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import { actingRole } from './acting-role.ts'

type Of = Pick<AppointmentRow, 'id' | 'customer_id'> & { time_zone: string }

/** The work order of an appointment in its history: states, notes, readings, photos and the signature. */
export async function readWork(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  return [
    ...(await readEvents(db, appointment)),
    ...(await readNotes(db, appointment)),
    ...(await readMileage(db, appointment)),
    ...(await readPhotos(db, appointment)),
    ...(await readSignOff(db, appointment)),
  ]
}

async function readEvents(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('work_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.event', 'e.to_state', 'e.recorded_at', 'e.pressed_at', 'u.name'])
    .select(actingRole(appointment).as('role'))
    .where('e.appointment_id', '=', appointment.id)
    .orderBy('e.position')
    .execute()
  return rows.map((row) => ({
    at: row.recorded_at.toISOString(),
    kind: 'appointment',
    title:
      row.event === 'go_back' ? `Moved back to “${workStateWords[row.to_state]}”` : workEventWords[row.event],
    detail: offlineWords(row, appointment.time_zone),
    by: actingPersonOf(row),
  }))
}

type OfflineStep = { event: WorkEvent; recorded_at: Date; pressed_at: Date | null }

function offlineWords(
  { event, recorded_at: at, pressed_at: pressed }: OfflineStep,
  zone: string,
): string | null {
  if (pressed === null) return null
  const isLate = event === 'finish' && at.getTime() - pressed.getTime() > latePressMs
  const words = `Recorded offline at ${clockOf(pressed, zone)} (device time).`
  return isLate ? `${words} The customer got no message, as it came too late.` : words
}

function clockOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
}

/** The title of a note's entry. */
export const noteTitle = (kind: NoteKind): string => `Note ${noteKindWords[kind].toLowerCase()}`

async function readNotes(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('work_notes as n')
    .leftJoin('users as u', 'u.id', 'n.author_id')
    .select(['n.kind', 'n.body', 'n.written_at', 'u.name', actingRole(appointment).as('role')])
    .where('n.appointment_id', '=', appointment.id)
    .execute()
  return rows.map((row) => ({
    at: row.written_at.toISOString(),
    kind: 'appointment',
    title: noteTitle(row.kind),
    detail: row.body,
    by: actingPersonOf(row),
  }))
}

async function readMileage(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('mileage_readings as c')
    .leftJoin('users as u', 'u.id', 'c.actor_id')
    .select(['c.mileage', 'c.recorded_at', 'u.name', actingRole(appointment).as('role')])
    .where('c.appointment_id', '=', appointment.id)
    .execute()
  return rows.map((row) => ({
    at: row.recorded_at.toISOString(),
    kind: 'appointment',
    title: 'Mileage recorded',
    detail: `${row.mileage.toLocaleString('en-US')} miles.`,
    by: actingPersonOf(row),
  }))
}

/** The title of a photo's entry. */
export const photoTitle = (kind: WorkPhotoKind): string => `Photo: ${photoKindWords[kind].toLowerCase()}`

async function readPhotos(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('work_photos as p')
    .leftJoin('users as u', 'u.id', 'p.actor_id')
    .select(['p.kind', 'p.uploaded_at', 'u.name', actingRole(appointment).as('role')])
    .where('p.appointment_id', '=', appointment.id)
    .execute()
  return rows.map((row) => ({
    at: row.uploaded_at.toISOString(),
    kind: 'appointment',
    title: photoTitle(row.kind),
    detail: null,
    by: actingPersonOf(row),
  }))
}

async function readSignOff(db: Queryable, appointment: Of): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('sign_offs as s')
    .leftJoin('users as u', 'u.id', 's.actor_id')
    .select(['s.signer_name', 's.signed_at', 's.signed_via', 's.voided_at', 'u.name'])
    .select(actingRole(appointment).as('role'))
    .where('s.appointment_id', '=', appointment.id)
    .execute()
  return rows.flatMap((row): TimelineEntry[] => [
    {
      at: row.signed_at.toISOString(),
      kind: 'appointment',
      title: 'Work signed by the customer',
      detail: `By ${row.signer_name}, ${row.signed_via === 'shop' ? 'on a device of the shop' : 'by link'}.`,
      by: actingPersonOf(row),
    },
    ...(row.voided_at === null
      ? []
      : [
          {
            at: row.voided_at.toISOString(),
            kind: 'appointment' as const,
            title: 'The signature no longer counts',
            detail: 'The work went on after it, so the customer is asked to sign again.',
            by: null,
          },
        ]),
  ])
}
