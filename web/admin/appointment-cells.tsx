import { Link } from 'wouter'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { paymentNoteWords } from '../../contract/payments/payment-words.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { Badge } from '../ui/badge.tsx'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { fitmentAwaited, formatAppointmentDate, paymentBadgeOf } from './admin-words.ts'

type CellProps = { appointment: AdministratorAppointment }

// Names may be long and written from right to left: neither may push or reverse the cells beside them.
const foreign = 'block text-left wrap-anywhere'

/** Date and time, with a line break between them only. */
export function DateText({ appointment: { appointmentDate, timeZone } }: CellProps) {
  const text = formatAppointmentDate(appointmentDate, timeZone)
  const end = text.lastIndexOf(', ') + 1
  return (
    <>
      <span className="whitespace-nowrap">{text.slice(0, end)}</span>
      {end > 0 && ' '}
      <span className="whitespace-nowrap">{text.slice(end).trimStart()}</span>
    </>
  )
}

export function CustomerCell({ appointment: { customerName, customerEmail } }: CellProps) {
  const at = customerEmail.lastIndexOf('@')
  return (
    <>
      <bdi className={`${foreign} font-medium`}>{customerName}</bdi>
      <span className={`${foreign} text-sm text-muted`}>
        {customerEmail.slice(0, at)}
        <wbr />
        {customerEmail.slice(at)}
      </span>
    </>
  )
}

export function VehicleCell({ appointment: { vehicleInfo } }: CellProps) {
  return (
    <>
      <bdi className="block text-left">{formatVehicle(vehicleInfo)}</bdi>
      <span className="block text-sm whitespace-nowrap text-muted">
        VIN: {vehicleInfo.vin || 'not given'}
      </span>
    </>
  )
}

export function StatusCell({ appointment: { id, payment, awaitsFitment } }: CellProps) {
  const { text, tone } = paymentBadgeOf(payment)
  const mayReview = useMay('fitment.review')
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {awaitsFitment && (
        <span className="mt-1 block text-xs font-medium text-warn">
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
        <span className="mt-1 block text-xs font-medium text-warn">{paymentNoteWords[payment.note]}</span>
      )}
    </>
  )
}
