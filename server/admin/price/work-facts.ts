import type { Context } from '../../context.ts'
import type { AppointmentRow } from '../../database/rows.ts'

/** The facts of an appointment for permissions about its money. */
export function workFactsOf(
  { work_state: workState, starts_at: startsAt }: AppointmentRow,
  { clock }: Pick<Context, 'clock'>,
) {
  return { workState, startsAt: startsAt.getTime(), now: clock.now() }
}
