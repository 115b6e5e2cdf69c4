import { useState, type ComponentProps } from 'react'
import type { AdministratorAppointment } from '../../contract/admin/admin.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { isWorkDone } from '../../contract/workshop/work-states.ts'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useCapture } from './use-capture.ts'

const CaptureDialog = lazyComponent(
  () => import('./capture-dialog.tsx').then((module) => module.CaptureDialog),
  () => null,
)

const PriceDialog = lazyComponent(
  () => import('../price/price-dialog.tsx').then((module) => module.PriceDialog),
  () => null,
)

export type Chargeable = Pick<
  AdministratorAppointment,
  | 'id'
  | 'customerName'
  | 'paymentStatus'
  | 'workState'
  | 'dueCents'
  | 'needsAgreement'
  | 'awaitsAgreement'
  | 'appointmentDate'
  | 'timeZone'
> & { card: HoldHealth['card']; heldCents: number }

type CaptureButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'busy' | 'busyText'> & {
  appointment: Chargeable
  /** Shows the price for the customer's agreement, where it stands on the same page. */
  onAskFirst?: () => void
}

/**
 * The button that charges an appointment: at once when its work is done, else after a question that names the
 * date and the amount. A no-show cannot be charged. Where the customer has to agree to the total first,
 * or has not answered yet, it opens the price.
 */
export function CaptureButton(props: CaptureButtonProps) {
  const { appointment, onAskFirst, children, disabled = false, ...look } = props
  const { busy, capture } = useCapture(appointment)
  const [opened, setOpened] = useState<'question' | 'price' | null>(null)
  const { workState, paymentStatus, needsAgreement } = appointment
  const isNoShow = workState === 'no_show'
  const askLabel = appointment.awaitsAgreement
    ? 'See the price'
    : `Ask ${look.size === 'small' ? '' : 'the '}customer first`
  const asksFirst = needsAgreement && paymentStatus === 'authorized' && !isNoShow
  const press = () => {
    if (asksFirst && onAskFirst) onAskFirst()
    else if (asksFirst) setOpened('price')
    else if (isWorkDone(workState)) capture()
    else if (!busy) setOpened('question')
  }
  const close = () => setOpened(null)
  return (
    <>
      <Button {...look} busy={busy} busyText="Charging..." disabled={disabled || isNoShow} onClick={press}>
        {asksFirst ? askLabel : children}
      </Button>
      {opened === 'question' && (
        <CaptureDialog
          appointment={appointment}
          onConfirm={() => {
            close()
            capture()
          }}
          onClose={close}
        />
      )}
      {opened === 'price' && (
        <PriceDialog appointment={{ ...appointment, isAtDesk: false, hasFee: false }} onClose={close} />
      )}
    </>
  )
}
