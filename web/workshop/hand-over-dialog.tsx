import { useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'
import { theCard } from '../admin/admin-words.ts'
import { isUnpaidAtDesk } from '../admin/booked-job.ts'
import { call } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { useMay } from '../identity/standing.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { pricedOf } from '../price/priced-of.ts'

const PriceSection = lazyComponent(
  () => import('../price/price-section.tsx').then((module) => module.PriceSection),
  () => <Skeleton className="h-40" />,
)

type HandOverDialogProps = {
  details: AppointmentDetails
  onHandOver: () => void
  onClose: () => void
}

/**
 * Asks at the handover of a job that is not paid: charge the card now, or hand over without. The price can be
 * changed and agreed to first.
 */
export function HandOverDialog({ details, onHandOver, onClose }: HandOverDialogProps) {
  const first = useRef<HTMLButtonElement>(null)
  const queries = useQueryClient()
  const mayCapture = useMay('payment.capture')
  const isAtDesk = isUnpaidAtDesk(details.hold.state)
  const amount = formatCents(details.dueCents)
  const finish = () => {
    onHandOver()
    onClose()
  }
  const charging = useMutation({
    mutationKey: ['capture', details.id],
    mutationFn: () => call('admin.capturePayment', { params: { id: details.id } }),
    onSuccess: finish,
    onSettled: () => queries.invalidateQueries(),
  })
  const canCharge = mayCapture && !isAtDesk && !details.needsAgreement
  const mayReadPrice = useMay('price.read')
  const [isPriceOpen, setPriceOpen] = useState(details.needsAgreement)
  const title = canCharge
    ? `Charge ${amount} to ${theCard(details.hold.card)}?`
    : details.needsAgreement
      ? `The customer hasn’t agreed to ${amount} yet`
      : `${amount} is not paid yet`
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !charging.isPending) onClose()
      }}
      title={title}
      initialFocus={first}
      footer={
        <>
          <Button
            ref={canCharge ? null : first}
            variant="secondary"
            disabled={charging.isPending}
            onClick={finish}
          >
            Hand over without {isAtDesk ? 'payment' : 'charging'}
          </Button>
          {canCharge && (
            <Button
              ref={first}
              busy={charging.isPending}
              busyText="Charging..."
              onClick={() => charging.mutate()}
            >
              Charge {amount} and hand over
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          <bdi className="font-medium">{details.customerName}</bdi>, {details.packageName}
        </p>
        {!canCharge && (
          <p>
            {details.needsAgreement
              ? 'Ask the customer to agree first, or hand the car over without charging.'
              : 'Take the payment first, under “Take payment”, or hand the car over without it.'}
          </p>
        )}
        {isPriceOpen ? (
          <PriceSection appointment={pricedOf(details)} />
        ) : (
          mayReadPrice && (
            <Button
              variant="secondary"
              size="small"
              className="justify-self-start"
              disabled={charging.isPending}
              onClick={() => setPriceOpen(true)}
            >
              Change the price
            </Button>
          )
        )}
        {charging.error && (
          <Alert tone="bad">{problemWords(charging.error, 'The card can’t be charged twice.')}</Alert>
        )}
      </div>
    </Dialog>
  )
}
