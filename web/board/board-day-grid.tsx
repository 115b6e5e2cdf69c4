import type { Board } from '../../contract/admin/board.ts'
import { formatTwelveHour } from '../../contract/time.ts'
import { useDrawnBlock } from '../blocks/use-drawn-block.ts'
import { openNewBooking } from '../desk/new-booking-store.ts'
import { useMay } from '../identity/standing.ts'
import { classNames } from '../ui/class-names.ts'
import type { useRovingTabindex } from '../ui/use-roving-tabindex.ts'
import { DayGridCell, NowLine } from './board-day-cell.tsx'
import { GridFrame } from './board-grid-frame.tsx'
import { blockInTheWay } from './move-proposal.ts'
import { freeStretches, type DayCell, type DayPlan } from './board-plan.ts'
import { bayLabel } from './board-words.ts'
import { useScrollOnOpening } from './use-scroll-on-opening.ts'

/** Height of an hour's label in rem: the current time replaces a label that it would overlap. */
const labelMinutes = 30
/** Minimum width of a column in rem. */
const timeWidth = 5
const bayWidth = 10

type Day = Board['days'][number]
type Focus = ReturnType<typeof useRovingTabindex>

type DayGridProps = {
  board: Board
  day: Day
  plan: DayPlan
  focus: Pick<Focus, 'of' | 'onKeyDown'>
  label: string
  /** Current minutes of the shop's wall clock; null on another day. */
  now: number | null
  /** The job of the open question about a move. */
  proposed: string | null
}

/** A day: hours from top to bottom, a column for each bay. */
export function DayGrid({ board, day, plan, focus, label, now, proposed }: DayGridProps) {
  const opening = useScrollOnOpening(day.day)
  const showsNow = now !== null && now >= plan.firstHour * 60 && now < (plan.firstHour + plan.hours) * 60
  const mayBook = useMay('appointment.create')
  const bookAt = (column: number, startMinutes: number) => {
    const bay = board.bays[column]
    if (!mayBook || !bay?.inUse) return null
    return () =>
      openNewBooking({ shopId: board.shopId, place: { day: day.day, startMinutes, bayId: bay.id } })
  }
  const drawing = useDrawnBlock(board, day.day)
  const [begin, end] = [plan.firstHour * 60, (plan.firstHour + plan.hours) * 60]
  /** Blocks of a bay that begin in the rows from a minute on. */
  const blocksIn = (bayId: number | undefined, top: number, rows: number) =>
    board.blocks
      .filter((block) => block.bayId === bayId && block.startMinutes < end && block.endMinutes > begin)
      .map((block) => ({
        ...block,
        startMinutes: Math.max(block.startMinutes, begin),
        endMinutes: Math.min(block.endMinutes, end),
      }))
      .filter(({ startMinutes }) => startMinutes >= top && startMinutes < top + rows * 60)
  const blockAt = (bayId: number | undefined, top: number) =>
    bayId === undefined
      ? undefined
      : blockInTheWay({ day: day.day, bayId, startMinutes: top, endMinutes: top + 60 }, board.blocks)
  const firstStart = Math.min(...board.jobs.map(({ startMinutes }) => startMinutes))
  const isFirst = (cell: DayCell) => cell.jobs.some(({ job }) => job.startMinutes === firstStart)
  const minutesOf = (row: number) => (plan.firstHour + row) * 60
  const free = board.bays.map(({ id, inUse }) =>
    inUse
      ? freeStretches(
          day,
          [...board.jobs, ...board.blocks].filter(({ bayId }) => bayId === id),
        )
      : [],
  )
  return (
    <GridFrame
      label={label}
      onKeyDown={focus.onKeyDown}
      minWidth={timeWidth + board.bays.length * bayWidth}
      corner="Time"
      heads={board.bays.map((bay) => (
        <th
          key={bay.id}
          scope="col"
          data-bay={bay.id}
          className="border-b border-l border-line px-3 py-2.5 text-left align-bottom font-semibold wrap-anywhere"
        >
          {bayLabel(bay)}
        </th>
      ))}
    >
      {plan.cells.map((cells, row) => {
        const top = minutesOf(row)
        const isNow = now !== null && now >= top && now < top + 60
        return (
          <tr key={top}>
            <th
              scope="row"
              className={classNames(
                'sticky left-0 h-15 border-b border-line bg-surface px-3 pt-1.5 text-left align-top font-normal text-muted tabular-nums',
                // Late in an hour the time's label reaches into the next row, which must not cover it.
                isNow ? 'z-21' : 'z-20',
              )}
            >
              <span
                className={classNames(now !== null && now >= top && now < top + labelMinutes && 'opacity-0')}
              >
                {formatTwelveHour(top).replace(':00', '')}
              </span>
              <NowLine now={now} top={top} minutes={60} named nowRef={opening} />
            </th>
            {cells.map(
              (cell, column) =>
                cell && (
                  <DayGridCell
                    key={board.bays[column]?.id}
                    board={board}
                    cell={cell}
                    top={top}
                    day={day}
                    bayName={board.bays[column]?.name ?? ''}
                    focus={focus}
                    now={now}
                    proposed={proposed}
                    free={free[column] ?? []}
                    blocks={blocksIn(board.bays[column]?.id, top, cell.rows)}
                    blockedBy={blockAt(board.bays[column]?.id, top)?.reason}
                    draw={drawing.of(column, top)}
                    onBook={bookAt(column, top)}
                    openingRef={!showsNow && isFirst(cell) ? opening : undefined}
                  />
                ),
            )}
          </tr>
        )
      })}
    </GridFrame>
  )
}
