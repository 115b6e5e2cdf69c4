import { formatVehicle } from '../appointments/appointment-words.ts'
import { EmailText } from '../ui/email-text.tsx'
import { PhoneButton } from '../ui/phone-button.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import { DateText, PlaceText, StatusCell, GoneText } from './appointment-cells.tsx'
import type { AppointmentRowsProps } from './appointments-table.tsx'
import { isForAppointment, openAppointment } from './open-appointment.ts'

/** The table's rows as cards for narrow windows, each with a button that calls. A card opens like a row. */
export function AppointmentCards(props: AppointmentRowsProps) {
  const { appointments, isGone, onCancel, showsShop, now } = props
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {appointments.map((appointment) => (
        // The date in the card is the keyboard's control.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <li
          key={appointment.id}
          onClick={(event) => {
            if (isForAppointment(event)) openAppointment(appointment.id)
          }}
          className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-2 rounded-card border border-line bg-surface p-4 shadow-lift"
        >
          <div className="min-w-0">
            <button
              type="button"
              onClick={() => openAppointment(appointment.id)}
              className="min-h-6 text-left font-semibold underline decoration-line-strong underline-offset-4"
            >
              <DateText appointment={appointment} now={now} />
              <span className="sr-only">, details</span>
            </button>
            <span className="block text-sm wrap-anywhere text-muted">
              <PlaceText appointment={appointment} showsShop={showsShop} />
            </span>
          </div>
          <div className="text-right">
            {isGone(appointment.id) ? <GoneText /> : <StatusCell appointment={appointment} showsWork />}
          </div>
          <div className="min-w-0">
            <bdi className="block text-left font-medium wrap-anywhere">{appointment.customerName}</bdi>
            {appointment.customerEmail !== '' && (
              <span className="block text-sm wrap-anywhere text-muted">
                <EmailText email={appointment.customerEmail} />
              </span>
            )}
            <span className="mt-1 block text-ui wrap-anywhere">
              <bdi>{formatVehicle(appointment.vehicleInfo)}</bdi>
            </span>
            <span className="block text-sm wrap-anywhere text-muted">{appointment.packageName}</span>
            {appointment.vehicleInfo.vin && (
              <span className="block text-sm wrap-anywhere text-muted tabular-nums">
                VIN: {appointment.vehicleInfo.vin}
              </span>
            )}
          </div>
          <div data-actions className="self-start justify-self-end">
            <PhoneButton phone={appointment.customerPhone} name={appointment.customerName} />
          </div>
          <div data-actions className="col-span-2 flex cursor-default flex-wrap gap-2">
            {!isGone(appointment.id) && (
              <AppointmentActions
                appointment={appointment}
                onCancel={onCancel}
                now={now}
                className="min-h-11! flex-1 px-3! whitespace-nowrap"
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
