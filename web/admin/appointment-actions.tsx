import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { useCapture } from './use-capture.ts'

type AppointmentActionsProps = {
  appointment: AdministratorAppointment
  /** Opens the confirmation of a cancellation. */
  onCancel: (appointment: AdministratorAppointment) => void
  size?: 'small' | 'regular'
  className?: string
}

/** The capture button is enabled for an authorized payment only; otherwise it says why it is not. */
const captureWords: Record<AdministratorAppointment['paymentStatus'], string> = {
  pending: 'Payment Pending',
  authorized: 'Capture Payment',
  completed: 'Payment Completed',
  cancelled: 'No Payment Due',
}

/** The two buttons of an appointment, in its row and in its details. */
export function AppointmentActions(props: AppointmentActionsProps) {
  const { appointment, onCancel, size = 'small', className } = props
  const { busy, capture } = useCapture(appointment)
  const mayCapture = useMay('payment.capture')
  const mayCancel = useMay('appointment.cancel')
  const isAuthorized = appointment.paymentStatus === 'authorized'
  const isCancelled = appointment.paymentStatus === 'cancelled'
  return (
    <>
      {mayCapture && (
        <Button
          size={size}
          variant={isAuthorized ? 'primary' : 'secondary'}
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
        <Button
          size={size}
          variant="secondary"
          disabled={isCancelled}
          onClick={() => onCancel(appointment)}
          className={className}
        >
          Cancel
        </Button>
      )}
    </>
  )
}
