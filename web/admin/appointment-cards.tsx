import { SelectField } from '../ui/select-field.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import { CustomerCell, DateText, StatusCell, VehicleCell } from './appointment-cells.tsx'
import type { AppointmentRowsProps } from './appointments-table.tsx'
import { isForAppointment, openAppointment } from './open-appointment.ts'

/** The table's rows as cards for narrow windows. Each opens like a row. */
export function AppointmentCards(props: AppointmentRowsProps) {
  const { appointments, order, onOrder, onCancel, showsShop } = props
  return (
    <>
      <SelectField
        label="Sort"
        className="mb-4"
        value={order}
        onChange={(value) => onOrder(value === 'earliest' ? 'earliest' : 'latest')}
        options={[
          { value: 'latest', label: 'Latest first' },
          { value: 'earliest', label: 'Earliest first' },
        ]}
      />
      <ul className="grid gap-4 md:grid-cols-2">
        {appointments.map((appointment) => (
          // The date in the card is the keyboard's control.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <li
            key={appointment.id}
            onClick={(event) => {
              if (isForAppointment(event)) openAppointment(appointment.id)
            }}
            className="grid cursor-pointer gap-3.5 rounded-card border border-line bg-surface p-5 shadow-lift"
          >
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <button
                type="button"
                onClick={() => openAppointment(appointment.id)}
                className="min-h-6 text-left font-semibold underline decoration-line-strong underline-offset-4"
              >
                <DateText appointment={appointment} />
                <span className="sr-only">, details</span>
              </button>
              <div>
                <StatusCell appointment={appointment} />
              </div>
            </div>
            <div>
              <CustomerCell appointment={appointment} />
            </div>
            <div>
              <VehicleCell appointment={appointment} />
              <span className="mt-0.5 block text-sm text-muted">{appointment.packageName}</span>
              {showsShop && <bdi className="block text-left text-sm text-muted">{appointment.shopName}</bdi>}
            </div>
            <div data-actions className="flex cursor-default flex-wrap gap-2.5">
              <AppointmentActions
                appointment={appointment}
                onCancel={onCancel}
                className="flex-1 whitespace-nowrap"
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
