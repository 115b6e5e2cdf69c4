import type { Context } from '../context.ts'
import { resumeHold } from './resume-hold.ts'

/** A capture that finds its hold ended is followed by a charge. */
const mostSteps = 2

/**
 * Takes the decided fee of a cancelled appointment now: captures it from the hold, or charges the saved card.
 * Without an answer of the provider, the job that recovers holds goes on.
 */
export async function settleFee(context: Context, appointmentId: string): Promise<void> {
  for (let step = 1; step <= mostSteps; step += 1) {
    const hold = await context.database.db
      .selectFrom('holds as h')
      .innerJoin('appointments as a', 'a.id', 'h.appointment_id')
      .select('h.id')
      .where('h.appointment_id', '=', appointmentId)
      .where('a.state', '=', 'cancelled')
      .where((where) =>
        where.or([
          where('h.status', '=', 'capturing'),
          where.and([where('h.status', '=', 'requested'), where('h.purpose', '=', 'fee')]),
        ]),
      )
      .executeTakeFirst()
    if (!hold) return
    await resumeHold(context, hold.id, { personWaits: true })
  }
}
