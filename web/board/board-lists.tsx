import type { ReactNode } from 'react'
import type { Board, BoardJob } from '../../contract/admin/board.ts'
import { formatLongDay } from '../../contract/time.ts'
import { JobButton } from './board-job-button.tsx'
import { isOutsideHours } from './board-plan.ts'
import { openingWords } from './board-words.ts'

/** The board for narrow windows: a list for each day, by time. */
export function BoardLists({ board }: { board: Board }) {
  const nameOf = (job: BoardJob) => board.bays.find(({ id }) => id === job.bayId)?.name ?? ''
  const byTime = (day: string) =>
    board.jobs.filter((job) => job.day === day).toSorted((a, b) => a.startMinutes - b.startMinutes)
  const [first] = board.days
  if (board.days.length === 1 && first) return <Jobs board={board} jobs={byTime(first.day)} nameOf={nameOf} />
  return board.days.map((day) => (
    <Section
      key={day.day}
      title={`${formatLongDay(day.day)}${day.day === board.today ? ' (today)' : ''}`}
      note={openingWords(day)}
    >
      <Jobs board={board} jobs={byTime(day.day)} nameOf={nameOf} />
    </Section>
  ))
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <h3 className="font-semibold">{title}</h3>
      {note && <p className="text-sm text-muted">{note}</p>}
      <div className="mt-2.5">{children}</div>
    </section>
  )
}

type JobsProps = { board: Board; jobs: BoardJob[]; nameOf: (job: BoardJob) => string }

function Jobs({ board, jobs, nameOf }: JobsProps) {
  if (jobs.length === 0) return <p className="text-sm text-muted">No jobs</p>
  return (
    <ul className="grid gap-2">
      {jobs.map((job) => (
        <li key={job.appointmentId}>
          <p className="mb-1 text-sm font-medium text-muted">{nameOf(job)}</p>
          <JobButton
            className="w-full"
            job={job}
            bayName={nameOf(job)}
            isOutside={isOutsideHours(
              job,
              board.days.find(({ day }) => day === job.day),
            )}
          />
        </li>
      ))}
    </ul>
  )
}
