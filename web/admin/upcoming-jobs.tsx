import { useState } from 'react'
import type { Attention, JobOfDay } from '../../contract/admin/attention.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { Badge } from '../ui/badge.tsx'
import { formatClock, jobStatusOf } from './admin-words.ts'
import { openAppointment } from './open-appointment.ts'

/** Jobs of a day shown before the rest is expanded. */
const shownAtFirst = 4

type UpcomingJobsProps = { attention: Attention; showsShop: boolean }

/** The jobs of today and tomorrow, by each shop's own calendar. */
export function UpcomingJobs({ attention, showsShop }: UpcomingJobsProps) {
  const { today, todayTotal, tomorrow, tomorrowTotal } = attention
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      <Jobs title="Today" none="No jobs today." jobs={today} total={todayTotal} showsShop={showsShop} />
      <Jobs
        title="Tomorrow"
        none="No jobs tomorrow."
        jobs={tomorrow}
        total={tomorrowTotal}
        showsShop={showsShop}
      />
    </div>
  )
}

type JobsProps = {
  title: string
  none: string
  jobs: readonly JobOfDay[]
  total: number
  showsShop: boolean
}

function Jobs({ title, none, jobs, total, showsShop }: JobsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? jobs : jobs.slice(0, shownAtFirst)
  const hidden = total - shown.length
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 text-sm font-semibold text-muted">{title}</h3>
      {jobs.length === 0 && <p className="text-ui">{none}</p>}
      <ul className="grid">
        {shown.map((job) => (
          <li key={job.appointmentId} className="border-t border-line first:border-t-0">
            <button
              type="button"
              onClick={() => openAppointment(job.appointmentId)}
              className="grid w-full grid-cols-[4.75rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 rounded-control py-2 text-left text-ui transition-colors hover:bg-hover/60 sm:grid-cols-[4.75rem_minmax(0,1fr)_auto]"
            >
              <span className="text-muted tabular-nums">
                {formatClock(job.appointmentDate, job.timeZone)}
              </span>
              <span className="min-w-0">
                <bdi className="block text-left font-medium">{job.customerName}</bdi>
                <span className="block text-sm wrap-anywhere text-muted">
                  {formatVehicle(job.vehicleInfo)} ·{' '}
                  {showsShop ? `${job.shopName}, ${job.bayName}` : job.bayName}
                </span>
              </span>
              <span className="max-sm:col-start-2">
                <JobBadge job={job} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {jobs.length > shownAtFirst && !showsAll && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="mt-1 min-h-8 text-sm text-link underline underline-offset-4 hover:no-underline"
        >
          {hidden} more
        </button>
      )}
      {showsAll && hidden > 0 && <p className="mt-1 text-sm text-muted">{hidden} more on the board.</p>}
    </section>
  )
}

function JobBadge({ job }: { job: JobOfDay }) {
  const { text, tone } = jobStatusOf(job)
  return <Badge tone={tone}>{text}</Badge>
}
