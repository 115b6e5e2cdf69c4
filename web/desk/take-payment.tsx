import { useState, type ComponentProps } from 'react'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { Payable } from './take-payment-dialog.tsx'

const TakePaymentDialog = lazyComponent(
  () => import('./take-payment-dialog.tsx').then((module) => module.TakePaymentDialog),
  () => null,
)

type TakePaymentProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className'> & {
  appointment: Payable
  label?: string
}

/** The button that records a payment at the shop. */
export function TakePayment({ appointment, label = 'Take payment', ...look }: TakePaymentProps) {
  const mayTake = useMay('payment.recordAtShop')
  const [isOpen, setOpen] = useState(false)
  if (!mayTake) return null
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <TakePaymentDialog appointment={appointment} onClose={() => setOpen(false)} />}
    </>
  )
}
