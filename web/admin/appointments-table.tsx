import { ArrowDown, ArrowUp } from 'lucide-react'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { Table } from '../ui/table.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import { CustomerCell, DateText, PlaceText, StatusCell, VehicleCell, GoneText } from './appointment-cells.tsx'
import type { ListOrder } from './appointment-filters.ts'
import { isForAppointment, openAppointment } from './open-appointment.ts'

export type AppointmentRowsProps = {
  appointments: readonly AdministratorAppointment[]
  /** Whether a row has left the list and keeps its place only until the user looks away. */
  isGone: (id: string) => boolean
  order: ListOrder
  onOrder: (order: ListOrder) => void
  onCancel: (appointment: AdministratorAppointment) => void
  /** Shows the shop of each appointment. */
  showsShop: boolean
  /** The server's present; null while it is unknown. */
  now: number | null
}

/** The head stays below the header of the workspace. */
const head = 'sticky top-14 z-10 border-b border-line bg-surface'

/** The columns after the date, which is the sortable one. */
const columns = [
  { name: 'Customer', className: '' },
  { name: 'Vehicle', className: '' },
  { name: 'Status', className: 'w-36 xl:w-38' },
  { name: 'Actions', className: 'w-39 xl:w-60' },
].map(({ name, className }) => ({ name, className: `${head} px-2.5 ${className}` }))
const cell = 'px-2.5 py-2 align-top'

/** The appointments as a table, two lines a row. A row opens its details; for the keyboard its date does. */
export function AppointmentsTable(props: AppointmentRowsProps) {
  const { appointments, isGone, order, onOrder, onCancel, showsShop, now } = props
  const Arrow = order === 'latest' ? ArrowDown : ArrowUp
  return (
    <Table
      caption="Appointments"
      className="table-fixed border-separate! border-spacing-0"
      columns={[
        {
          name: 'Date & Time',
          sorted: order === 'latest' ? 'descending' : 'ascending',
          className: `${head} w-41 p-0 xl:w-64 min-[90rem]:w-70`,
          head: (
            <button
              type="button"
              title={order === 'latest' ? 'Latest first' : 'Earliest first'}
              onClick={() => onOrder(order === 'latest' ? 'earliest' : 'latest')}
              className="inline-flex min-h-10 items-center gap-1.5 pr-2.5 pl-4 font-medium whitespace-nowrap hover:text-ink focus-visible:-outline-offset-2"
            >
              Date & Time
              <Arrow className="size-4" aria-hidden="true" />
            </button>
          ),
        },
        ...columns,
      ]}
    >
      {appointments.map((appointment) => (
        // The date in the row is the keyboard's control.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <tr
          key={appointment.id}
          onClick={(event) => {
            if (isForAppointment(event)) openAppointment(appointment.id)
          }}
          className="cursor-pointer transition-colors hover:bg-sunken xl:h-16 [&:not(:last-child)>td]:border-b [&>td]:border-line"
        >
          <td className={`${cell} pl-4`}>
            <button
              type="button"
              onClick={() => openAppointment(appointment.id)}
              className="max-w-full text-left font-medium underline-offset-4 xl:max-[90rem]:text-sm xl:max-[90rem]:leading-6 hover:underline"
            >
              <DateText appointment={appointment} now={now} />
              <span className="sr-only">, details</span>
            </button>
            <span className="block truncate text-sm text-muted">
              <PlaceText appointment={appointment} showsShop={showsShop} />
            </span>
          </td>
          <td className={cell}>
            <CustomerCell appointment={appointment} />
          </td>
          <td className={cell}>
            <VehicleCell appointment={appointment} />
          </td>
          <td className={cell}>
            {isGone(appointment.id) ? <GoneText /> : <StatusCell appointment={appointment} showsWork />}
          </td>
          <td data-actions className={`${cell} cursor-default`}>
            <div className="flex flex-col gap-1 xl:flex-row xl:items-center">
              {!isGone(appointment.id) && (
                <AppointmentActions
                  appointment={appointment}
                  onCancel={onCancel}
                  now={now}
                  className="min-h-8! px-2.5! py-1! whitespace-nowrap xl:min-h-10!"
                />
              )}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  )
}
