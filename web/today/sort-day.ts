import type { Attention, JobOfDay } from '../../contract/admin/attention.ts'

const soonMs = 2 * 3_600_000

/** The jobs of today by what happens next, and the figures of the day. Money in cents. */
export type Day = {
  inShop: JobOfDay[]
  /** Of the next two hours. */
  soon: JobOfDay[]
  /** Of the rest of the day. */
  later: JobOfDay[]
  figures: Attention['figures']
}

type Times = { starts: number; ends: number }

function timesOf({ appointmentDate, endsAt }: JobOfDay): Times {
  return { starts: Date.parse(appointmentDate), ends: Date.parse(endsAt) }
}

/** Sorts the jobs of a day at the instant `now` (epoch milliseconds). Counts those done since the reply. */
export function sortDay({ today, figures }: Pick<Attention, 'today' | 'figures'>, now: number): Day {
  const jobs = today.map((job) => ({ job, ...timesOf(job) }))
  const pick = (isIn: (times: Times) => boolean) => jobs.filter(isIn).map(({ job }) => job)
  return {
    inShop: pick(({ starts, ends }) => starts <= now && ends > now),
    soon: pick(({ starts }) => starts > now && starts <= now + soonMs),
    later: pick(({ starts }) => starts > now + soonMs),
    figures: { ...figures, done: figures.done + pick(({ ends }) => ends <= now).length },
  }
}
