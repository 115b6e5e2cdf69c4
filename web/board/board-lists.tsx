import type { ReactNode } from 'react'
import type { Board } from '../../contract/admin/board.ts'
import { formatLongDay } from '../../contract/time.ts'
import { BlockButton } from '../blocks/block-button.tsx'
import { JobButton } from './board-job-button.tsx'
import { placeFactsOf } from './board-plan.ts'
import { openingWords } from './board-words.ts'

/** The board for narrow windows: a list for each day, by time. */
export function BoardLists({ board }: { board: Board }) {
  const nameOf = (job: Bayed) => board.bays.find(({ id }) => id === job.bayId)?.name ?? ''
  const [first] = board.days
  if (board.days.length === 1 && first) return <Jobs board={board} day={first.day} nameOf={nameOf} />
  return board.days.map((day) => (
    <Section
      key={day.day}
      title={`${formatLongDay(day.day)}${day.day === board.today ? ' (today)' : ''}`}
      note={openingWords(day)}
    >
      <Jobs board={board} day={day.day} nameOf={nameOf} />
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

type Bayed = { bayId: number }
type JobsProps = { board: Board; day: string; nameOf: (job: Bayed) => string }

/** The jobs and the blocks of a day, by time. */
function Jobs({ board, day, nameOf }: JobsProps) {
  const jobs = board.jobs.filter((job) => job.day === day)
  const blocks = board.blocks.filter((block) => block.day === day)
  const rows = [
    ...jobs.map((job) => ({ start: job.startMinutes, job, block: null })),
    ...blocks.map((block) => ({ start: block.startMinutes, job: null, block })),
  ].toSorted((a, b) => a.start - b.start)
  if (rows.length === 0) return <p className="text-sm text-muted">No jobs</p>
  return (
    <ul className="grid gap-2">
      {rows.map(({ job, block }) => (
        <li key={job?.appointmentId ?? block?.id}>
          <p className="mb-1 text-sm font-medium text-muted">{nameOf(job ?? block)}</p>
          {block && <BlockButton block={block} bayName={nameOf(block)} className="w-full" />}
          {job && (
            <JobButton className="w-full" job={job} bayName={nameOf(job)} place={placeFactsOf(job, board)} />
          )}
        </li>
      ))}
    </ul>
  )
}
