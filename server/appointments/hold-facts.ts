import type { HoldFacts } from '../../contract/payments/hold-plan.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from './appointment-row.ts'

/** What the hold plan needs to know of an appointment. */
export async function factsOf(
  db: Queryable,
  context: Context,
  appointment: AppointmentRow,
): Promise<HoldFacts> {
  const live = await db
    .selectFrom('holds')
    .select('capture_before')
    .where('appointment_id', '=', appointment.id)
    .where('status', 'in', ['live', 'capturing'])
    .executeTakeFirst()
  return {
    captureBefore: live?.capture_before?.getTime() ?? null,
    startsAt: appointment.starts_at.getTime(),
    endsAt: appointment.ends_at.getTime(),
    attemptedAt: appointment.hold_attempted_at?.getTime() ?? null,
    now: context.clock.now(),
  }
}
