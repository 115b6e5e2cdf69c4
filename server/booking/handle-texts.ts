import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { textedLinkOf } from '../notifications/appointment-link.ts'
import { handleTextEvents } from '../texts/handle-events.ts'
import { confirmLockedAppointment } from './reminder-links/confirm.ts'

/**
 * Handles the texts (SMS) of customers: a yes confirms their appointment, START brings the reminders back.
 */
export function handleCustomersTexts(context: Context): Promise<void> {
  return handleTextEvents(context, { linkOf: textedLinkOf, confirm: confirmByText })
}

async function confirmByText(tx: Queryable, context: Context, id: string): Promise<boolean | null> {
  const appointment = await tx
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { state, starts_at: startsAt, confirmed_of: confirmedOf } = appointment
  if (state !== 'booked' || startsAt.getTime() <= context.clock.now()) return null
  if (confirmedOf?.getTime() === startsAt.getTime()) return false
  await confirmLockedAppointment(tx, context, appointment, 'text')
  return true
}
