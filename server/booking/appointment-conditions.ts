import { sql, type RawBuilder } from 'kysely'
import { statesWithSlot } from '../../contract/booking/appointment-states.ts'

const dayMs = 86_400_000

/** Literals, so that partial indexes on a state apply. */
const slotStates = sql.join(statesWithSlot.map((state) => sql.lit(state)))

/** Whether an appointment called `a` takes its bay and is not over at `now` (epoch milliseconds). */
export function isUpcoming(now: number): RawBuilder<boolean> {
  return sql<boolean>`(a.state in (${slotStates}) and a.ends_at > ${new Date(now)})`
}

/**
 * Whether the job of an appointment called `a` is over at `now` (epoch milliseconds), by its end or its
 * handover, and its payment is not captured. A car may be handed over before its time, but arrives on the
 * day of its start and gets no later day; the start is there for the indexes.
 */
export function isDoneNotCharged(now: number): RawBuilder<boolean> {
  const at = new Date(now)
  return sql<boolean>`(a.state = 'booked' and a.starts_at <= ${new Date(now + dayMs)} and a.work_state <> 'no_show'
    and (a.ends_at <= ${at} or a.work_state = 'handed_over'))`
}
