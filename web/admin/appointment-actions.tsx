import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { useMay } from '../identity/standing.ts'
import { TakePayment } from '../desk/take-payment.tsx'
import { heldCentsOf } from '../payments/held-amount.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { isUnpaidAtDesk } from './booked-job.ts'
import { CaptureButton } from './capture-button.tsx'

type AppointmentActionsProps = {
  appointment: AdministratorAppointment
  /** Opens the confirmation of a cancellation. */
  onCancel: (appointment: AdministratorAppointment) => void
  size?: 'small' | 'regular'
  /** The server's present; null while it is unknown. A row stresses its capture once the job has begun. */
  now?: number | null
  /** The page asks for the payment elsewhere, so there is no second button for it. */
  isPaymentAsked?: boolean
  className?: string
}

/** The words of the specification; it has no pending payments. */
const captureWords: Record<AdministratorAppointment['paymentStatus'], string> = {
  pending: 'Payment Pending',
  authorized: 'Capture Payment',
  completed: 'Payment Completed',
  cancelled: 'Payment Completed',
}

/** The two buttons of an appointment, in its row and in its details. */
export function AppointmentActions(props: AppointmentActionsProps) {
  const { appointment, onCancel, size = 'small', now = null, isPaymentAsked = false, className } = props
  const mayCapture = useMay('payment.capture')
  const mayCancel = useMay('appointment.cancel')
  const isAuthorized = appointment.paymentStatus === 'authorized'
  const hasBegun = now !== null && Date.parse(appointment.appointmentDate) <= now
  // A list has two such buttons a row: they are quiet until one of them is the next step.
  const quiet = size === 'small' ? 'ghost' : 'secondary'
  const isUnpaid = isUnpaidAtDesk(appointment.hold.state)
  const captureLook = isAuthorized
    ? size === 'regular'
      ? 'secondary'
      : hasBegun
        ? 'secondary'
        : 'ghost'
    : quiet
  const cancel = () => {
    if (appointment.paymentStatus === 'cancelled') toast({ title: 'This appointment is already cancelled.' })
    else onCancel(appointment)
  }
  return (
    <>
      {isUnpaid && appointment.workState !== 'no_show' && !isPaymentAsked && (
        <TakePayment
          appointment={appointment}
          size={size}
          variant={size === 'regular' ? 'primary' : hasBegun ? 'secondary' : 'ghost'}
          className={className}
        />
      )}
      {mayCapture && !isUnpaid && !isPaymentAsked && (
        <CaptureButton
          appointment={{
            ...appointment,
            card: appointment.hold.card,
            heldCents: heldCentsOf(appointment.hold) ?? 0,
          }}
          size={size}
          variant={captureLook}
          disabled={!isAuthorized}
          className={className}
        >
          {captureWords[appointment.paymentStatus]}
        </CaptureButton>
      )}
      {mayCancel && (
        <Button size={size} variant={quiet} onClick={cancel} className={className}>
          Cancel
        </Button>
      )}
    </>
  )
}
