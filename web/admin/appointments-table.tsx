import { ArrowDown, ArrowUp } from 'lucide-react'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { Table } from '../ui/table.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import { CustomerCell, DateText, StatusCell, VehicleCell } from './appointment-cells.tsx'
import type { ListOrder } from './appointment-filters.ts'
import { isForAppointment, openAppointment } from './open-appointment.ts'

export type AppointmentRowsProps = {
  appointments: readonly AdministratorAppointment[]
  order: ListOrder
  onOrder: (order: ListOrder) => void
  onCancel: (appointment: AdministratorAppointment) => void
  /** Shows the shop of each appointment. */
  showsShop: boolean
}

/** The columns after the date, which is the sortable one. */
const columns = ['Customer', 'Vehicle', 'Status', 'Actions'].map((name) => ({ name, className: 'px-3.5' }))
const cell = 'px-3.5 py-3.5 align-top'

/** The appointments as a table. A row opens its details; for the keyboard the date in it does. */
export function AppointmentsTable(props: AppointmentRowsProps) {
  const { appointments, order, onOrder, onCancel, showsShop } = props
  const Arrow = order === 'latest' ? ArrowDown : ArrowUp
  return (
    <Table
      caption="Appointments"
      columns={[
        {
          name: 'Date & Time',
          sorted: order === 'latest' ? 'descending' : 'ascending',
          className: 'p-0',
          head: (
            <button
              type="button"
              onClick={() => onOrder(order === 'latest' ? 'earliest' : 'latest')}
              className="flex min-h-11 items-center gap-1.5 px-3.5 font-medium whitespace-nowrap hover:text-ink focus-visible:-outline-offset-2"
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
          className="cursor-pointer border-b border-line transition-colors last:border-b-0 hover:bg-sunken"
        >
          <td className={`${cell} min-w-49`}>
            <button
              type="button"
              onClick={() => openAppointment(appointment.id)}
              className="text-left font-medium underline-offset-4 hover:underline"
            >
              <DateText appointment={appointment} />
              <span className="sr-only">, details</span>
            </button>
            <span className="mt-0.5 block text-sm text-muted">{appointment.packageName}</span>
            {showsShop && <bdi className="block text-left text-sm text-muted">{appointment.shopName}</bdi>}
          </td>
          <td className={cell}>
            <CustomerCell appointment={appointment} />
          </td>
          <td className={cell}>
            <VehicleCell appointment={appointment} />
          </td>
          <td className={cell}>
            <StatusCell appointment={appointment} />
          </td>
          <td data-actions className={`${cell} cursor-default`}>
            <div className="flex flex-col gap-2 xl:flex-row">
              <AppointmentActions
                appointment={appointment}
                onCancel={onCancel}
                className="px-3! whitespace-nowrap"
              />
            </div>
          </td>
        </tr>
      ))}
    </Table>
  )
}
