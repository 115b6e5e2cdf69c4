import { Fragment } from 'react'
import type { Board, BoardJob } from '../../contract/admin/board.ts'
import { formatLongDay } from '../../contract/time.ts'
import { classNames } from '../ui/class-names.ts'
import type { useRovingTabindex } from '../ui/use-roving-tabindex.ts'
import { BlockButton } from '../blocks/block-button.tsx'
import { closedLook, GridFrame } from './board-grid-frame.tsx'
import { placeFactsOf, type WeekPlan } from './board-plan.ts'
import { WeekJob } from './board-week-job.tsx'
import { bayLabel, formatShortDay, openingWords } from './board-words.ts'
import { useDropPlace } from './drag/board-drag.tsx'
import { weekCellName } from './drag/week-geometry.ts'

type WeekGridProps = {
  board: Board
  plan: WeekPlan
  focus: Pick<ReturnType<typeof useRovingTabindex>, 'of' | 'onKeyDown'>
  label: string
  /** The job of the open question about a move. */
  proposed: string | null
}

/** A week: a column for each day, a row for each bay, jobs in order. */
export function WeekGrid({ board, plan, focus, label, proposed }: WeekGridProps) {
  return (
    <GridFrame
      label={label}
      onKeyDown={focus.onKeyDown}
      minWidth={60}
      corner="Bay"
      heads={board.days.map((day) => (
        <th
          key={day.day}
          scope="col"
          aria-current={day.day === board.today ? 'date' : undefined}
          className="relative border-b border-l border-line px-2.5 py-2.5 text-left align-top"
        >
          {day.day === board.today && (
            <span aria-hidden="true" className="absolute inset-x-0 top-0 border-t-3 border-ember" />
          )}
          <span className="block font-semibold">{formatShortDay(day.day)}</span>
          <span className="block text-xs font-normal text-muted">{openingWords(day)}</span>
        </th>
      ))}
    >
      {board.bays.map((bay, row) => (
        <tr key={bay.id}>
          <th
            scope="row"
            className="sticky left-0 z-10 border-b border-line bg-surface px-3 py-2.5 text-left align-top font-medium wrap-anywhere"
          >
            {bayLabel(bay)}
          </th>
          {board.days.map((day, column) => {
            const cell = plan.cells[row]?.[column]
            const [free] = cell?.stops ?? []
            if (!cell || !free) return null
            const isFree = cell.jobs.length === 0
            const blocked = board.blocks.find((block) => block.bayId === bay.id && block.day === day.day)
            return (
              <td
                key={day.day}
                data-week-cell={weekCellName(bay.id, day.day)}
                className="relative h-15 border-b border-l border-line p-1 align-top focus-visible:-outline-offset-3"
                {...(isFree && {
                  ...focus.of(free),
                  'aria-label': `${bay.name}, ${formatLongDay(day.day)}, ${blocked ? `blocked: ${blocked.reason}` : day.opens === null ? 'closed' : 'free'}`,
                })}
              >
                {day.opens === null && (
                  <span aria-hidden="true" className={classNames(closedLook, 'inset-y-0')} />
                )}
                <DropMark bayId={bay.id} day={day.day} />
                <div className="relative grid gap-1">
                  {blocksBefore(board, bay, day.day, null, cell.jobs[0])}
                  {cell.jobs.map((job, order) => (
                    <Fragment key={job.appointmentId}>
                      <WeekJob
                        job={job}
                        bayName={`${bay.name}, ${formatShortDay(day.day)}`}
                        place={placeFactsOf(job, board)}
                        isProposed={proposed === job.appointmentId}
                        stop={focus.of(cell.stops[order] ?? free)}
                      />
                      {blocksBefore(board, bay, day.day, job, cell.jobs[order + 1])}
                    </Fragment>
                  ))}
                </div>
              </td>
            )
          })}
        </tr>
      ))}
    </GridFrame>
  )
}

/** Marks the cell into which a dragged job would be dropped. */
function DropMark({ bayId, day }: { bayId: number; day: string }) {
  const place = useDropPlace()
  if (place?.bayId !== bayId || place.day !== day) return null
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 border-2 border-dashed border-ember bg-hover"
    />
  )
}

/** The blocks of a bay on a day between two of its jobs. */
function blocksBefore(
  { blocks }: Board,
  { id, name }: Board['bays'][number],
  day: string,
  after: BoardJob | null,
  before: BoardJob | undefined,
) {
  return blocks
    .filter((block) => block.bayId === id && block.day === day)
    .filter(({ startMinutes }) => startMinutes >= (after?.startMinutes ?? 0))
    .filter(({ startMinutes }) => before === undefined || startMinutes < before.startMinutes)
    .map((block) => <BlockButton key={block.id} block={block} bayName={name} className="w-full" />)
}
