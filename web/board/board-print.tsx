import { memo } from 'react'
import { createPortal } from 'react-dom'
import type { Board, BoardJob } from '../../contract/admin/board.ts'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { formatLongDay } from '../../contract/time.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { blockSpan } from '../blocks/block-words.ts'
import { jobStatusOf } from '../admin/admin-words.ts'
import { boardTitle, jobCount, openingWords, spanOf } from './board-words.ts'

/** Columns and the percentage of the width that each takes, so that most jobs fit in a line. */
const widths = { Time: 15, Bay: 12, Customer: 22, Phone: 12, Vehicle: 14, Package: 16, Status: 9 }
const columns = Object.keys(widths)
const cell = 'border-t border-neutral-400 py-1 pr-2 align-top'

/**
 * The board on paper: a line for each job with the customer's phone number, a day or a week on one sheet of
 * Letter; a full week takes a second one, which no job crosses. Print shows it instead of the page.
 */
export const BoardPrint = memo(function BoardPrint({ board }: { board: Board }) {
  const isWeek = board.days.length > 1
  return createPortal(
    <div
      data-print-sheet
      className={`hidden bg-white p-6 text-black print:block ${isWeek ? 'text-[9px]/[1.35]' : 'text-xs'}`}
    >
      <p className="text-lg font-semibold">{boardTitle(board.days.map(({ day }) => day))}</p>
      <p className="mb-3 text-xs">
        <bdi>{board.businessName}</bdi>
        {board.jobs.length > 0 && `, ${jobCount(board.jobs.length)}`}
      </p>
      <table className="w-full table-fixed border-collapse text-left">
        <thead>
          <tr>
            {Object.entries(widths).map(([name, width]) => (
              <th
                key={name}
                scope="col"
                style={{ width: `${width}%` }}
                className="pr-2 pb-1 align-bottom font-semibold"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {board.days.map((day) => (
          <DayOnPaper
            key={day.day}
            board={board}
            day={day}
            jobs={board.jobs.filter((job) => job.day === day.day)}
            blocks={board.blocks.filter((block) => block.day === day.day)}
          />
        ))}
      </table>
    </div>,
    document.body,
  )
})

type DayOnPaperProps = {
  board: Board
  day: Board['days'][number]
  jobs: readonly BoardJob[]
  blocks: Board['blocks']
}

function DayOnPaper({ board, day, jobs, blocks }: DayOnPaperProps) {
  return (
    <tbody>
      <tr className="break-inside-avoid break-after-avoid">
        <th scope="rowgroup" colSpan={columns.length} className={`${cell} bg-neutral-100 px-1 font-semibold`}>
          {formatLongDay(day.day)}, {openingWords(day).replace('Closed:', 'closed,')}
          {jobs.length === 0 && ', nothing booked'}
        </th>
      </tr>
      {jobs.map((job) => (
        <tr key={job.appointmentId} className="break-inside-avoid">
          {cellsOf(board, job).map((words, column) => (
            <td key={columns[column]} className={cell}>
              <bdi>{words}</bdi>
            </td>
          ))}
        </tr>
      ))}
      {blocks.map((block) => (
        <tr key={block.id} className="break-inside-avoid">
          <td className={cell}>{blockSpan(block)}</td>
          <td className={cell}>
            <bdi>{board.bays.find(({ id }) => id === block.bayId)?.name}</bdi>
          </td>
          <td className={cell} colSpan={columns.length - 2}>
            Blocked: <bdi>{block.reason}</bdi>
          </td>
        </tr>
      ))}
    </tbody>
  )
}

function cellsOf({ bays }: Board, job: BoardJob): string[] {
  const bay = bays.find(({ id }) => id === job.bayId)
  return [
    spanOf(job),
    bay?.name ?? '',
    job.customerName,
    formatPhone(job.customerPhone),
    formatVehicle(job.vehicleInfo),
    job.packageName,
    jobStatusOf(job).text,
  ]
}
