import { useState, type ComponentProps } from 'react'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { hasWorkBegun } from '../../contract/workshop/work-states.ts'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useCapture } from './use-capture.ts'

const CaptureDialog = lazyComponent(
  () => import('./capture-dialog.tsx').then((module) => module.CaptureDialog),
  () => null,
)

export type Chargeable = Pick<
  AdministratorAppointment,
  'id' | 'customerName' | 'paymentStatus' | 'workState' | 'priceCents' | 'appointmentDate' | 'timeZone'
> & { card: HoldHealth['card'] }

type CaptureButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'busy' | 'busyText'> & {
  appointment: Chargeable
}

/**
 * The button that charges an appointment: at once when its work has begun, else after a question that names
 * the date and the amount. A no-show cannot be charged.
 */
export function CaptureButton({ appointment, children, disabled = false, ...look }: CaptureButtonProps) {
  const { busy, capture } = useCapture(appointment)
  const [isAsked, setAsked] = useState(false)
  const press = () => {
    if (hasWorkBegun(appointment.workState)) capture()
    else if (!busy) setAsked(true)
  }
  return (
    <>
      <Button
        {...look}
        busy={busy}
        busyText="Charging..."
        disabled={disabled || appointment.workState === 'no_show'}
        onClick={press}
      >
        {children}
      </Button>
      {isAsked && (
        <CaptureDialog
          appointment={appointment}
          onConfirm={() => {
            setAsked(false)
            capture()
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
