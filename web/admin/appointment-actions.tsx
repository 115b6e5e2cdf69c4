import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { useCapture } from './use-capture.ts'

type AppointmentActionsProps = {
  appointment: AdministratorAppointment
  /** Opens the confirmation of a cancellation. */
  onCancel: (appointment: AdministratorAppointment) => void
  size?: 'small' | 'regular'
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
  const { appointment, onCancel, size = 'small', className } = props
  const { busy, capture } = useCapture(appointment)
  const mayCapture = useMay('payment.capture')
  const mayCancel = useMay('appointment.cancel')
  const isAuthorized = appointment.paymentStatus === 'authorized'
  const cancel = () => {
    if (appointment.paymentStatus === 'cancelled') toast({ title: 'This appointment is already cancelled.' })
    else onCancel(appointment)
  }
  return (
    <>
      {mayCapture && (
        <Button
          size={size}
          // A list has one such button a row: none of them is the page's main action.
          variant={isAuthorized && size === 'regular' ? 'primary' : 'secondary'}
          disabled={!isAuthorized}
          busy={busy}
          busyText="Capturing..."
          onClick={capture}
          className={className}
        >
          {captureWords[appointment.paymentStatus]}
        </Button>
      )}
      {mayCancel && (
        <Button size={size} variant="secondary" onClick={cancel} className={className}>
          Cancel
        </Button>
      )}
    </>
  )
}
