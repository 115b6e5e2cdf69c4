import type { Attention, JobOfDay } from '../../contract/admin/attention.ts'
import { isInWork, type WorkState } from '../../contract/workshop/work-states.ts'

const soonMs = 2 * 3_600_000

/** The jobs of today by what happens next, and the figures of the day. Money in cents. */
export type Day = {
  inShop: JobOfDay[]
  /** Those that have begun by the clock, whose car was not marked as arrived. */
  due: JobOfDay[]
  /** Cars that wait for their owners. */
  ready: JobOfDay[]
  /** Of the next two hours. */
  soon: JobOfDay[]
  /** Of the rest of the day. */
  later: JobOfDay[]
  figures: Attention['figures']
}

type Times = { starts: number; ends: number; state: WorkState }

function timesOf({ appointmentDate, endsAt, workState }: JobOfDay): Times {
  return { starts: Date.parse(appointmentDate), ends: Date.parse(endsAt), state: workState }
}

/** Sorts the jobs of a day at the instant `now` (epoch milliseconds). Counts those done since the reply. */
export function sortDay({ today, figures }: Pick<Attention, 'today' | 'figures'>, now: number): Day {
  const jobs = today.map((job) => ({ job, ...timesOf(job) }))
  const pick = (isIn: (times: Times) => boolean) => jobs.filter(isIn).map(({ job }) => job)
  return {
    inShop: pick(({ state }) => isInWork(state)),
    due: pick(({ starts, ends, state }) => state === 'booked' && starts <= now && ends > now),
    ready: pick(({ state }) => state === 'ready'),
    soon: pick(({ starts, state }) => state === 'booked' && starts > now && starts <= now + soonMs),
    later: pick(({ starts, state }) => state === 'booked' && starts > now + soonMs),
    figures: {
      ...figures,
      done: figures.done + pick(({ ends, state }) => state === 'booked' && ends <= now).length,
    },
  }
}
