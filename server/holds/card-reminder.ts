import { sql } from 'kysely'
import { renewalHours } from '../../contract/payments/hold-plan.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'

/**
 * `attempt`: 1 for the first request for a card, 3 for the last reminder. `isLastTry`: we do not try again.
 */
export type CardReminder = { attempt: 1 | 2 | 3; isLastTry: boolean }

/**
 * The next request for a card of an appointment, by the requests that were mailed for its present start: the
 * first one is no reminder, and a last reminder is sent once. `at` in epoch milliseconds.
 */
export async function nextCardReminder(
  tx: Queryable,
  appointment: Pick<AppointmentRow, 'id' | 'starts_at'>,
  at: number,
): Promise<CardReminder> {
  const { rows } = await sql<{ mails: number; last_reminders: number }>`
    select count(*)::integer as mails,
      (count(*) filter (where payload ->> 'attempt' = '3'))::integer as last_reminders
    from outbox where kind = 'card_confirmation_needed' and payload ->> 'appointmentId' = ${appointment.id}
      and superseded_by is null and (payload ->> 'startsAt')::timestamptz = ${appointment.starts_at}`.execute(
    tx,
  )
  const { mails, last_reminders: lastReminders } = rows[0] ?? { mails: 0, last_reminders: 0 }
  const [, secondHours, lastHours] = renewalHours
  const hoursLeft = (appointment.starts_at.getTime() - at) / 3_600_000
  const isLastTry = hoursLeft <= lastHours
  if (mails === 0 || hoursLeft > secondHours) return { attempt: 1, isLastTry }
  return { attempt: isLastTry && mails > 1 && lastReminders === 0 ? 3 : 2, isLastTry }
}
