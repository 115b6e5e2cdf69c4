import type { ReactNode, Ref } from 'react'
import type { Board } from '../../contract/admin/board.ts'
import { formatLongDay, formatTwelveHour } from '../../contract/time.ts'
import { BlockButton } from '../blocks/block-button.tsx'
import { JobButton } from './board-job-button.tsx'
import { listDay, placeFactsOf } from './board-plan.ts'
import { openingWords } from './board-words.ts'
import { useScrollOnOpening } from './use-scroll-on-opening.ts'

type BoardListsProps = {
  board: Board
  /** The shop's wall time; null while it is unknown. */
  now: { day: string; minutes: number } | null
}

/** The board for narrow windows: a list for each day, by time. It opens at the present. */
export function BoardLists({ board, now }: BoardListsProps) {
  const [first] = board.days
  const opening = useScrollOnOpening(first?.day ?? '')
  const listOf = (day: string) => (
    <Jobs board={board} day={day} now={now?.day === day ? now.minutes : null} openingRef={opening} />
  )
  if (board.days.length === 1 && first) return listOf(first.day)
  return board.days.map((day) => (
    <Section
      key={day.day}
      title={`${formatLongDay(day.day)}${day.day === board.today ? ' (today)' : ''}`}
      note={openingWords(day)}
    >
      {listOf(day.day)}
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

type JobsProps = { board: Board; day: string; now: number | null; openingRef: Ref<HTMLLIElement> }

/** The jobs and the blocks of a day, by time, with a line at the present. */
function Jobs({ board, day, now, openingRef }: JobsProps) {
  const nameOf = (row: { bayId: number }) => board.bays.find(({ id }) => id === row.bayId)?.name ?? ''
  const rows = listDay(board, day, now)
  if (!rows.some(({ kind }) => kind !== 'now')) return <p className="text-sm text-muted">No jobs</p>
  return (
    <ul className="grid gap-2">
      {rows.map((row) => {
        if (row.kind === 'now')
          return (
            <li key="now" ref={row.isOpening ? openingRef : undefined} className="flex items-center gap-2">
              <span className="rounded-full bg-selected px-2 py-0.5 text-tiny leading-none font-semibold text-on-selected">
                Now, {formatTwelveHour(row.start)}
              </span>
              <span aria-hidden="true" className="flex-1 border-t-2 border-ember" />
            </li>
          )
        const { kind, isOpening } = row
        return (
          <li
            key={kind === 'job' ? row.job.appointmentId : row.block.id}
            ref={isOpening ? openingRef : undefined}
          >
            <p className="mb-1 text-sm font-medium text-muted">
              {nameOf(kind === 'job' ? row.job : row.block)}
            </p>
            {kind === 'block' && (
              <BlockButton block={row.block} bayName={nameOf(row.block)} className="w-full" />
            )}
            {kind === 'job' && (
              <JobButton
                className="w-full"
                job={row.job}
                bayName={nameOf(row.job)}
                place={placeFactsOf(row.job, board)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
