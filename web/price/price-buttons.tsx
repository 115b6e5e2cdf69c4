import { useState, type RefObject } from 'react'
import { Plus } from 'lucide-react'
import { formatCents } from '../../contract/money.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { isWorkDone } from '../../contract/workshop/work-states.ts'
import { useCapture } from '../admin/use-capture.ts'
import { call } from '../api/client.ts'
import { TakePayment } from '../desk/take-payment.tsx'
import { useSession } from '../identity/session.ts'
import { useMay } from '../identity/standing.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { PriceActions } from './price-actions.ts'
import { usePriceChange } from './price-queries.ts'
import type { Priced } from './priced-of.ts'

const AgreeDialog = lazyComponent(
  () => import('./agree-dialog.tsx').then((module) => module.AgreeDialog),
  () => null,
)

const CaptureDialog = lazyComponent(
  () => import('../admin/capture-dialog.tsx').then((module) => module.CaptureDialog),
  () => null,
)

const RefundDialog = lazyComponent(
  () => import('./refund-dialog.tsx').then((module) => module.RefundDialog),
  () => null,
)

type PriceButtonsProps = {
  price: DayPrice
  appointment: Priced
  actions: PriceActions
  addButton: RefObject<HTMLButtonElement | null>
  /** Opens the form for a line; null while it is open or not allowed. */
  onAdd: (() => void) | null
}

/** The buttons for everything that the desk can do about a price. */
export function PriceButtons({ price, appointment, actions, addButton, onAdd }: PriceButtonsProps) {
  const { id, customerName, timeZone, paymentStatus } = appointment
  const [opened, setOpened] = useState<'sign' | 'refund' | 'charge' | null>(null)
  const mayRefund = useMay('payment.refundPart')
  const mayCapture = useMay('payment.capture')
  const session = useSession()
  const isAdministrator = session.state === 'signed-in' && session.user.role === 'administrator'
  const asking = usePriceChange(
    id,
    () => call('price.askForAgreement', { params: { id } }),
    'We don’t know yet whether it was sent. Click the button again.',
  )
  const { busy: isCharging, capture } = useCapture({ id, paymentStatus, dueCents: price.dueCents })
  const close = () => setOpened(null)
  return (
    <>
      {asking.problem !== null && <Alert tone="bad">{asking.problem.sentence}</Alert>}
      {price.refundableCents === null && price.capturedCents > 0 && (
        <p className="text-ui text-muted">The customer disputed this payment, so it can’t be refunded now.</p>
      )}
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        {actions.signs && (
          <Button
            variant={actions.asks === 'again' ? 'secondary' : 'primary'}
            size="small"
            onClick={() => setOpened('sign')}
          >
            Sign here
          </Button>
        )}
        {actions.asks !== null && (
          <Button
            variant="secondary"
            size="small"
            busy={asking.isPending}
            busyText="Sending..."
            onClick={() => void asking.change(undefined)}
          >
            {actions.asks === 'again' ? 'Send again' : 'Ask the customer'}
          </Button>
        )}
        {onAdd !== null && (
          <Button ref={addButton} variant="secondary" size="small" onClick={onAdd}>
            <Plus className="size-4" aria-hidden="true" />
            Add part, labor or discount
          </Button>
        )}
        {actions.tips && (
          <Button variant="secondary" size="small" onClick={() => setOpened('sign')}>
            Customer adds a tip
          </Button>
        )}
        {actions.chargesRest && mayCapture && (
          <Button
            size="small"
            busy={isCharging}
            busyText="Charging..."
            onClick={isWorkDone(appointment.workState) ? capture : () => setOpened('charge')}
          >
            Charge {formatCents(price.dueCents)}
          </Button>
        )}
        {actions.takes && (
          <TakePayment
            appointment={{ id, customerName, dueCents: price.dueCents, heldCents: price.onHoldCents }}
            label="Paid at the shop (cash, terminal, other)"
            variant="secondary"
            size="small"
          />
        )}
        {actions.refunds && mayRefund && (
          <Button variant="secondary" size="small" onClick={() => setOpened('refund')}>
            Refund a part
          </Button>
        )}
      </div>
      {opened === 'sign' && <AgreeDialog id={id} price={price} onClose={close} />}
      {opened === 'charge' && (
        <CaptureDialog
          appointment={{ ...appointment, card: price.card, dueCents: price.dueCents }}
          onConfirm={() => {
            close()
            capture()
          }}
          onClose={close}
        />
      )}
      {opened === 'refund' && (
        <RefundDialog
          id={id}
          price={price}
          timeZone={timeZone}
          isAdministrator={isAdministrator}
          onClose={close}
        />
      )}
    </>
  )
}
