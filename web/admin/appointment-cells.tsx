import { Link } from 'wouter'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { paymentNoteWords } from '../../contract/payments/payment-words.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { Badge } from '../ui/badge.tsx'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { QuietPhoneLink } from '../ui/phone-button.tsx'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { WorkStateBadge } from '../workshop/work-state-badge.tsx'
import { fitmentAwaited, formatClock, formatRowDate, paymentBadgeOf } from './admin-words.ts'

type CellProps = { appointment: AdministratorAppointment }

// Names may be long and written from right to left: neither may push or reverse the cells beside them.
const foreign = 'block truncate text-left'

type DateTextProps = {
  appointment: Pick<AdministratorAppointment, 'appointmentDate' | 'timeZone'>
  /** The present, where this year's dates need no year; null keeps it. */
  now?: number | null
}

/** Date and time, with a line break between them only. */
export function DateText({ appointment: { appointmentDate, timeZone }, now = null }: DateTextProps) {
  const text = formatRowDate(appointmentDate, timeZone, now)
  const end = text.lastIndexOf(', ') + 1
  return (
    <>
      <span className="whitespace-nowrap">{text.slice(0, end)}</span>
      {end > 0 && ' '}
      <span className="whitespace-nowrap">{text.slice(end).trimStart()}</span>
    </>
  )
}

type PlaceTextProps = CellProps & { showsShop: boolean }

/** The end of an appointment, its bay, in lists of several shops its shop, and its technician. */
export function PlaceText({ appointment, showsShop }: PlaceTextProps) {
  const { endsAt, timeZone, bayName, shopName, technician } = appointment
  const place = showsShop ? `${bayName}, ${shopName}` : bayName
  return (
    <>
      to {nonBreakingHours(formatClock(endsAt, timeZone))} · <bdi title={place}>{place}</bdi>
      {technician !== null && (
        <>
          {' · '}
          <bdi title={`Technician: ${technician.name}`}>{technician.name}</bdi>
        </>
      )}
    </>
  )
}

export function CustomerCell({ appointment: { customerName, customerEmail, customerPhone } }: CellProps) {
  return (
    <>
      <bdi className={`${foreign} font-medium`} title={customerName}>
        {customerName}
      </bdi>
      <span className="flex min-w-0 gap-x-2 text-sm text-muted max-xl:flex-col">
        <QuietPhoneLink phone={customerPhone} />
        {customerEmail !== '' && (
          <span className={foreign} title={customerEmail}>
            {customerEmail}
          </span>
        )}
      </span>
    </>
  )
}

export function VehicleCell({ appointment: { vehicleInfo, packageName } }: CellProps) {
  const car = formatVehicle(vehicleInfo)
  const hasVin = Boolean(vehicleInfo.vin)
  const packagePart = (
    <span className={`${foreign} text-sm text-muted xl:leading-6`} title={packageName}>
      {packageName}
    </span>
  )
  return (
    <>
      <span className="flex min-w-0 gap-x-2 max-xl:flex-col">
        <bdi className={`${foreign} shrink-0 max-xl:shrink`} title={car}>
          {car}
        </bdi>
        {hasVin && packagePart}
      </span>
      {hasVin ? (
        <span
          className="block truncate text-fine text-muted tabular-nums"
          title={vehicleInfo.vin ?? undefined}
        >
          VIN: {vehicleInfo.vin}
        </span>
      ) : (
        packagePart
      )}
    </>
  )
}

/** `showsWork`: with the state of the work once the car has come, or the customer has not. */
export function StatusCell({ appointment, showsWork = false }: CellProps & { showsWork?: boolean }) {
  const { id, payment, awaitsFitment, paymentStatus, workState } = appointment
  const { text, tone } = paymentBadgeOf(payment)
  const isOver =
    paymentStatus === 'cancelled' || (paymentStatus === 'completed' && workState === 'handed_over')
  const mayReview = useMay('fitment.review')
  return (
    <>
      <Badge tone={tone} wraps>
        {text}
      </Badge>
      {showsWork && workState !== 'booked' && !isOver && (
        <span className="mt-1 block leading-none">
          <WorkStateBadge state={workState} />
        </span>
      )}
      {awaitsFitment && (
        <span className="mt-0.5 block text-xs font-medium text-warn">
          {mayReview ? (
            <Link
              href={paths.fitmentCheck(id)}
              className="inline-flex min-h-6 items-center whitespace-nowrap underline underline-offset-4 hover:no-underline"
            >
              {fitmentAwaited}
            </Link>
          ) : (
            fitmentAwaited
          )}
        </span>
      )}
      {payment.note && (
        <span className="mt-0.5 block text-xs font-medium text-warn">{paymentNoteWords[payment.note]}</span>
      )}
    </>
  )
}

/** In place of the status of a row that has left the list: what the page knows of it may be out of date. */
export function GoneText() {
  return <span className="text-sm text-muted">No longer in this list</span>
}
