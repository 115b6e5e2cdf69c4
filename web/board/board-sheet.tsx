import { memo, useMemo } from 'react'
import { CalendarOff } from 'lucide-react'
import type { Board } from '../../contract/admin/board.ts'
import { useMedia } from '../ui/use-media.ts'
import { useRovingTabindex } from '../ui/use-roving-tabindex.ts'
import { DayGrid } from './board-day-grid.tsx'
import { BoardLists } from './board-lists.tsx'
import { planDay, planWeek } from './board-plan.ts'
import { WeekGrid } from './board-week-grid.tsx'
import { openingWords } from './board-words.ts'
import { BoardDrag } from './drag/board-drag.tsx'
import { dayGeometry } from './drag/day-geometry.ts'
import { weekGeometry } from './drag/week-geometry.ts'
import { BoardLegend } from './look/board-legend.tsx'
import { useMove, type Move } from './move-store.ts'
import { useWallNow } from '../admin/use-wall-now.ts'

/** The board with a job at the place to which it moves. A job that left its earlier place stays as it is. */
function withMove(board: Board, { appointmentId, placement, to }: Move): Board {
  return {
    ...board,
    jobs: board.jobs.map((job) =>
      job.appointmentId === appointmentId && job.placement === placement ? { ...job, ...to } : job,
    ),
  }
}

type BoardSheetProps = { board: Board; label: string; onPage: (pages: -1 | 1) => void }

function planOf(board: Board) {
  const [day] = board.days
  if (board.days.length > 1 || !day) {
    const week = planWeek(board)
    const cells = week.cells.flat()
    const busy = cells.find(({ jobs }) => jobs.length > 0)
    return { week, day: null, stops: cells.flatMap(({ stops }) => stops), first: busy?.stops[0] }
  }
  const plan = planDay(day, board.bays, board.jobs, board.blocks)
  const cells = plan?.cells.flat().filter((cell) => cell !== null) ?? []
  const jobs = cells.flatMap((cell) => cell.jobs.map(({ stop }) => stop))
  const free = cells.filter((cell) => cell.jobs.length === 0).map(({ stop }) => stop)
  return { week: null, day: plan && { plan, day }, stops: [...jobs, ...free], first: jobs[0] }
}

/**
 * The board itself: a grid, or lists in a narrow window, or the reason why there is nothing to show. Opening
 * a job changes the address, which must not render all the others.
 */
export const BoardSheet = memo(function BoardSheet({ board, label, onPage }: BoardSheetProps) {
  const state = useMove()
  const asked = state?.step === 'asked' ? state.move : null
  // During the question about a move the board shows the job at its new place, and after it until the board
  // was loaded again.
  const moving = state?.step === 'moved' ? state.move : asked
  const shown = useMemo(() => (moving ? withMove(board, moving) : board), [board, moving])
  const plan = useMemo(() => planOf(shown), [shown])
  const fitsGrid = useMedia('(min-width: 48rem)')
  const now = useWallNow(board.timeZone)
  const { holder, ...focus } = useRovingTabindex<HTMLDivElement>({
    stops: plan.stops,
    first: plan.first,
    onPage,
  })
  const [first] = board.days
  const isBare = plan.week === null && plan.day === null
  if (isBare && first)
    return (
      <div ref={holder}>
        <ClosedDay words={openingWords(first)} focus={focus} isKeyed={fitsGrid} />
      </div>
    )
  if (!fitsGrid)
    return (
      <div className="rounded-card border border-line bg-surface p-4 shadow-lift">
        <BoardLists board={shown} now={now} />
        <BoardLegend board={shown} />
      </div>
    )
  return (
    <div ref={holder}>
      <div className="overflow-x-auto rounded-card border border-line bg-surface shadow-lift">
        <BoardDrag board={board} holder={holder} geometry={plan.week ? weekGeometry : dayGeometry}>
          {plan.week && (
            <WeekGrid
              board={shown}
              plan={plan.week}
              focus={focus}
              label={label}
              proposed={asked?.appointmentId ?? null}
            />
          )}
          {plan.day && (
            <DayGrid
              board={shown}
              day={plan.day.day}
              plan={plan.day.plan}
              focus={focus}
              label={label}
              now={now?.day === plan.day.day.day ? now.minutes : null}
              proposed={asked?.appointmentId ?? null}
            />
          )}
        </BoardDrag>
      </div>
      <BoardLegend board={shown} />
      <p className="mt-3 text-sm text-muted">
        Arrow keys move over the board, Enter opens a job, Space picks it up to move it, Page Up and Page Down
        turn to the {plan.week ? 'week' : 'day'} before and after.
      </p>
    </div>
  )
})

type ClosedDayProps = {
  words: string
  focus: Pick<ReturnType<typeof useRovingTabindex>, 'ofNotice' | 'onKeyDown'>
  isKeyed: boolean
}

function ClosedDay({ words, focus, isKeyed }: ClosedDayProps) {
  return (
    <div
      // Page Up and Page Down also work on a day without a grid.
      {...(isKeyed && { ...focus.ofNotice, onKeyDown: focus.onKeyDown, role: 'group', 'aria-label': words })}
      className="grid justify-items-center gap-3 rounded-card border border-dashed border-line-strong/60 px-6 py-16 text-center"
    >
      <CalendarOff className="size-7 text-ember" aria-hidden="true" />
      <p className="text-lg font-medium">{words}</p>
      <p className="text-muted">No jobs on this day.</p>
    </div>
  )
}
