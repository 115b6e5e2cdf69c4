import type { Board, BoardJob } from '../../../contract/admin/board.ts'
import { classNames } from '../../ui/class-names.ts'
import { placeFactsOf } from '../board-plan.ts'
import { moneyIcons, stateLooks } from './job-marks.tsx'
import { jobStateOf, jobStates, jobStateWords } from './job-state.ts'
import { moneyKinds, moneyMarkOf, moneyWords } from './money-mark.ts'

/** The colors and marks that are on the board, in words. */
export function BoardLegend({ board }: { board: Board }) {
  if (board.jobs.length === 0) return null
  const stateOf = (job: BoardJob) => jobStateOf(job, placeFactsOf(job, board)).state
  const states = new Set(board.jobs.map(stateOf))
  const kinds = new Set(board.jobs.map((job) => moneyMarkOf(job).kind))
  return (
    <ul aria-label="Legend" className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-muted">
      {jobStates
        .filter((state) => states.has(state))
        .map((state) => {
          const { icon: Icon, block, text } = stateLooks[state]
          return (
            <li key={state} className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className={classNames('grid h-5 w-7 place-items-center rounded-mark border-l-4', block)}
              >
                <Icon className={classNames('size-3.5', text)} />
              </span>
              {jobStateWords[state]}
            </li>
          )
        })}
      {moneyKinds
        .filter((kind) => kinds.has(kind))
        .map((kind) => {
          const Icon = moneyIcons[kind]
          return (
            <li key={kind} className="flex items-center gap-1.5">
              <Icon className="size-4" aria-hidden="true" />
              {moneyWords[kind]}
            </li>
          )
        })}
    </ul>
  )
}
