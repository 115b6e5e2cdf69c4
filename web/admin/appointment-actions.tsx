import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { hasWorkBegun } from '../../contract/workshop/work-states.ts'
import { useMay, useMayTakeMoney } from '../identity/standing.ts'
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
  now: number | null
  /** The page asks for the payment elsewhere, so there is no second button for it. */
  isPaymentAsked?: boolean
  /** Shows the price for the customer's agreement, where it stands on the same page. */
  onAskFirst?: () => void
  className?: string
}

/** The words of the specification; it has no pending payments. */
const captureWords: Record<AdministratorAppointment['paymentStatus'], string> = {
  pending: 'Payment Pending',
  authorized: 'Capture Payment',
  completed: 'Payment Completed',
  cancelled: 'Payment Completed',
}

/** The two buttons of an appointment, in its row and, until it is cancelled, in its details. */
export function AppointmentActions(props: AppointmentActionsProps) {
  const { appointment, onCancel, size = 'small', isPaymentAsked = false } = props
  const { now, onAskFirst, className } = props
  const mayCapture = useMay('payment.capture')
  const mayCaptureNow = useMayTakeMoney('payment.capture', appointment, now)
  const mayTakeNow = useMayTakeMoney('payment.recordAtShop', appointment, now)
  const mayCancel = useMay('appointment.cancel')
  const isAuthorized = appointment.paymentStatus === 'authorized'
  const hasBegun =
    hasWorkBegun(appointment.workState) || (now !== null && Date.parse(appointment.appointmentDate) <= now)
  const isUnpaid = isUnpaidAtDesk(appointment.hold.state)
  const isInDetails = size === 'regular'
  const isNoShow = appointment.workState === 'no_show'
  const isTooEarly = isAuthorized && !mayCaptureNow
  // A list has two such buttons a row: they are quiet until one of them is the next step.
  const captureLook = isInDetails || (isAuthorized && hasBegun) ? 'secondary' : 'ghost'
  const cancel = () => {
    if (appointment.paymentStatus === 'cancelled')
      toast({ title: 'This appointment is already cancelled.', isPlain: true })
    else onCancel(appointment)
  }
  return (
    <>
      {isUnpaid && mayTakeNow && !isNoShow && !isPaymentAsked && (
        <TakePayment
          appointment={appointment}
          size={size}
          variant={isInDetails ? 'primary' : hasBegun ? 'secondary' : 'ghost'}
          className={className}
        />
      )}
      {mayCapture && !isUnpaid && !isPaymentAsked && !(isInDetails && (isNoShow || isTooEarly)) && (
        <CaptureButton
          appointment={{
            ...appointment,
            card: appointment.hold.card,
            heldCents: heldCentsOf(appointment.hold) ?? 0,
          }}
          size={size}
          variant={captureLook}
          // The specification has the button in every row.
          disabled={!isAuthorized || isTooEarly}
          className={className}
          {...(onAskFirst && { onAskFirst })}
        >
          {captureWords[appointment.paymentStatus]}
        </CaptureButton>
      )}
      {mayCancel && (
        <Button size={size} variant="ghost" onClick={cancel} className={className}>
          {/* The specification has this word in the table. In a dialog it reads as "close". */}
          {isInDetails ? 'Cancel appointment' : 'Cancel'}
        </Button>
      )}
    </>
  )
}
