import type { KeyboardEvent, Ref } from 'react'
import type { Board } from '../../contract/admin/board.ts'
import type { BoardBlock } from '../../contract/blocks/blocks.ts'
import { formatTwelveHour } from '../../contract/time.ts'
import { BlockButton } from '../blocks/block-button.tsx'
import type { useDrawnBlock } from '../blocks/use-drawn-block.ts'
import { classNames } from '../ui/class-names.ts'
import type { useRovingTabindex } from '../ui/use-roving-tabindex.ts'
import { DayJob } from './board-day-job.tsx'
import { hourHeight } from './drag/day-geometry.ts'
import { closedLook } from './board-grid-frame.tsx'
import { placeFactsOf, type DayCell } from './board-plan.ts'
import { lengthWords } from './board-words.ts'

const heightOf = (minutes: number): string => `${(minutes / 60) * hourHeight}rem`

type Day = Board['days'][number]
type Focus = ReturnType<typeof useRovingTabindex>

type DayGridCellProps = {
  board: Board
  cell: DayCell
  top: number
  day: Day
  bayName: string
  focus: Pick<Focus, 'of'>
  now: number | null
  proposed: string | null
  /** The free times of its bay. */
  free: readonly { from: number; to: number }[]
  /** Books into a free hour; null for readers who may not. */
  onBook: (() => void) | null
  /** The blocks that begin in it, cut to the rows of the day. */
  blocks: readonly BoardBlock[]
  /** The reason of the block that takes a free hour; undefined without one. */
  blockedBy: string | undefined
  /** Handlers of a press that draws a block; none for readers who may not. */
  draw: ReturnType<ReturnType<typeof useDrawnBlock>['of']>
  /** For the cell that the board shows first. */
  openingRef: Ref<HTMLTableCellElement> | undefined
}

/** An hour of a bay, or the hours over which a job stretches, with its jobs and blocks. */
export function DayGridCell({
  board,
  cell,
  top,
  day,
  bayName,
  focus,
  now,
  proposed,
  free,
  onBook,
  blocks,
  blockedBy,
  draw,
  openingRef,
}: DayGridCellProps) {
  const minutes = cell.rows * 60
  const isFree = cell.jobs.length === 0
  const isClosed = day.opens === null || day.closes === null || top + 60 <= day.opens || top >= day.closes
  return (
    <td
      ref={openingRef}
      rowSpan={cell.rows}
      className={classNames(
        'relative h-15 border-b border-l border-line p-0 align-top focus-visible:-outline-offset-3',
        isFree && onBook && 'cursor-pointer select-none hover:bg-hover',
        isFree && draw.isDrawn && 'bg-hover',
      )}
      {...(isFree && {
        ...focus.of(cell.stop),
        'aria-label': `${bayName}, ${formatTwelveHour(top)}, ${blockedBy ? `blocked: ${blockedBy}` : isClosed ? 'closed' : 'free'}`,
        ...draw.handlers,
        ...(onBook && {
          onClick: onBook,
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'Enter' && event.key !== 'n') return
            event.preventDefault()
            onBook()
          },
        }),
      })}
    >
      <ClosedHours day={day} top={top} minutes={minutes} />
      <NowLine now={now} top={top} minutes={minutes} />
      {free
        .filter(({ from }) => from >= top && from < top + minutes)
        .map(({ from, to }) => (
          <span
            key={from}
            aria-hidden="true"
            className="pointer-events-none absolute left-3 pt-1.5 text-fine text-muted"
            style={{ top: heightOf(from - top) }}
          >
            {lengthWords(to - from)} free
          </span>
        ))}
      {blocks.map((block) => (
        <BlockButton
          key={`${block.id} ${block.day}`}
          block={block}
          bayName={bayName}
          className="absolute inset-x-1 z-10"
          style={{
            top: heightOf(block.startMinutes - top),
            height: heightOf(block.endMinutes - block.startMinutes),
          }}
        />
      ))}
      {cell.jobs.map(({ job, stop }) => (
        <DayJob
          key={job.appointmentId}
          job={job}
          top={top}
          bayName={bayName}
          place={placeFactsOf(job, board)}
          isProposed={proposed === job.appointmentId}
          stop={focus.of(stop)}
        />
      ))}
    </td>
  )
}

type Stretch = { top: number; minutes: number }

/** The part of a cell in which the shop is closed, hatched. */
function ClosedHours({ day, top, minutes }: Stretch & { day: Day }) {
  const end = top + minutes
  const stretches =
    day.opens === null || day.closes === null
      ? [[top, end] as const]
      : [[top, Math.min(end, day.opens)] as const, [Math.max(top, day.closes), end] as const]
  return stretches
    .filter(([from, to]) => from < to)
    .map(([from, to]) => (
      <span
        key={from}
        aria-hidden="true"
        className={closedLook}
        style={{ top: heightOf(from - top), height: heightOf(to - from) }}
      />
    ))
}

type NowLineProps = Stretch & { now: number | null; named?: boolean; nowRef?: Ref<HTMLSpanElement> }

/** The line of the present, where it lies in these minutes. */
export function NowLine({ now, top, minutes, named = false, nowRef }: NowLineProps) {
  if (now === null || now < top || now >= top + minutes) return null
  return (
    <span
      ref={nowRef}
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 border-t-2 border-ember"
      style={{ top: heightOf(now - top) }}
    >
      {named && (
        <span className="absolute right-0 -translate-y-1/2 rounded-l-full bg-selected px-2 py-0.5 text-tiny leading-none font-semibold text-on-selected">
          {formatTwelveHour(now)}
        </span>
      )}
    </span>
  )
}
