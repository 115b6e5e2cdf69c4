import {
  addsToNet,
  columnOf,
  columnWords,
  figuresOfMovement,
  movementWords,
  type PayoutStatement,
} from '../../contract/admin/payout-statement.ts'
import { notAddedWords } from '../../contract/admin/payout-words.ts'
import { formatSignedCents } from '../../contract/money.ts'
import { classNames } from '../ui/class-names.ts'
import { Table } from '../ui/table.tsx'

type StatementTableProps = {
  rows: PayoutStatement['rows']
  timeZone: string
  onOpenAppointment: (id: string) => void
}

const columns = ['Date', 'Appointment', 'Movement', 'Counts as', 'Amount', 'Net'].map((name) => ({
  name,
  className: `py-2 pr-3 last:pr-0 ${name === 'Amount' || name === 'Net' ? 'text-right' : ''}`,
}))

/** Every movement of a statement, as blocks on a phone. */
export function StatementTable({ rows, timeZone, onOpenAppointment }: StatementTableProps) {
  const when = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  return (
    <Table caption="Movements of money" columns={columns} stacks="sm" bodyClassName="max-sm:gap-3">
      {rows.map((row) => (
        <tr
          key={`${row.appointmentId} ${row.movement} ${row.movedAt}`}
          className="border-b border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:pb-3"
        >
          <td className="py-2.5 pr-3 whitespace-nowrap tabular-nums max-sm:py-0 max-sm:text-muted">
            {when.format(Date.parse(row.movedAt))}
          </td>
          <td className="min-w-0 py-1 pr-3 wrap-anywhere max-sm:order-3 max-sm:col-span-2">
            <button
              type="button"
              className="min-h-8 text-left text-link underline underline-offset-4 hover:no-underline"
              onClick={() => onOpenAppointment(row.appointmentId)}
            >
              <bdi>{row.customerName}</bdi>
            </button>
            <span className="block text-sm text-muted">{row.packageName}</span>
          </td>
          <td className="py-2.5 pr-3 max-sm:order-2 max-sm:py-0 max-sm:text-sm max-sm:text-muted">
            {movementWords(row)}
            {!addsToNet(row.movement) && <span className="block sm:hidden">{notAddedWords}</span>}
          </td>
          <td className="py-2.5 pr-3 text-muted max-sm:hidden">{columnWords[columnOf(row.movement)]}</td>
          <td
            className={classNames(
              'py-2.5 pr-3 text-right whitespace-nowrap tabular-nums max-sm:order-1 max-sm:py-0 max-sm:pr-0',
              addsToNet(row.movement) ? 'font-medium' : 'text-muted',
            )}
          >
            {formatSignedCents(row.amountCents)}
          </td>
          <td className="py-2.5 text-right whitespace-nowrap text-muted tabular-nums max-sm:hidden">
            {formatSignedCents(figuresOfMovement(row.movement, row.amountCents).netCents)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
