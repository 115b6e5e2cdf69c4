import type { Attention, JobOfDay } from '../../contract/admin/attention.ts'

const soonMs = 2 * 3_600_000

/** The jobs of today by what happens next, and the figures of the day. Money in cents. */
export type Day = {
  inShop: JobOfDay[]
  /** Of the next two hours. */
  soon: JobOfDay[]
  /** Of the rest of the day. */
  later: JobOfDay[]
  figures: { jobs: number; heldCents: number; done: number }
}

type Times = { starts: number; ends: number }

function timesOf({ appointmentDate, endsAt }: JobOfDay): Times {
  return { starts: Date.parse(appointmentDate), ends: Date.parse(endsAt) }
}

/** Sorts the jobs of a day at the instant `now` (epoch milliseconds). */
export function sortDay({ today, todayTotal }: Pick<Attention, 'today' | 'todayTotal'>, now: number): Day {
  const jobs = today.map((job) => ({ job, ...timesOf(job) }))
  const pick = (isIn: (times: Times) => boolean) => jobs.filter(isIn).map(({ job }) => job)
  return {
    inShop: pick(({ starts, ends }) => starts <= now && ends > now),
    soon: pick(({ starts }) => starts > now && starts <= now + soonMs),
    later: pick(({ starts }) => starts > now + soonMs),
    figures: {
      jobs: todayTotal,
      heldCents: today.reduce((sum, { heldCents }) => sum + heldCents, 0),
      done: jobs.filter(({ ends }) => ends <= now).length,
    },
  }
}
