import { useRef, useState, type ReactNode } from 'react'
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
import { GuardedDialog } from '../ui/guarded-dialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { pricedOf } from '../price/priced-of.ts'

const PriceSection = lazyComponent(
  () => import('../price/price-section.tsx').then((module) => module.PriceSection),
  () => <Skeleton className="h-40" />,
)

type HandOverDialogProps = {
  details: AppointmentDetails
  /** The button for a payment at the shop, of a job without a card. */
  takePayment: ReactNode
  onHandOver: () => void
  onClose: () => void
}

type Question = 'charge' | 'agree' | 'take' | 'paid'

/** What stands between a job and its handover. */
function questionOf({ hold, needsAgreement, dueCents }: AppointmentDetails, mayCapture: boolean): Question {
  if (dueCents === 0) return 'paid'
  if (isUnpaidAtDesk(hold.state)) return 'take'
  if (needsAgreement) return 'agree'
  return mayCapture ? 'charge' : 'take'
}

const leads: Record<Question, string | null> = {
  charge: null,
  agree: 'Ask the customer to agree first, or hand the car over without charging.',
  take: 'Take the payment first, or hand the car over without it.',
  paid: null,
}

/**
 * Asks at the handover of a job that is not paid: charge the card or take the payment now, or hand over
 * without. The price can be changed and agreed to first.
 */
export function HandOverDialog({ details, takePayment, onHandOver, onClose }: HandOverDialogProps) {
  const first = useRef<HTMLButtonElement>(null)
  const queries = useQueryClient()
  const mayCapture = useMay('payment.capture')
  const amount = formatCents(details.dueCents)
  const question = questionOf(details, mayCapture)
  const finish = () => {
    onHandOver()
    onClose()
  }
  const charging = useMutation({
    mutationKey: ['capture', details.id],
    mutationFn: (seenDueCents: number) =>
      call('admin.capturePayment', { params: { id: details.id }, body: { seenDueCents } }),
    onSuccess: finish,
    onSettled: () => queries.invalidateQueries(),
  })
  const mayReadPrice = useMay('price.read')
  const [isPriceOpen, setPriceOpen] = useState(details.needsAgreement)
  const titles: Record<Question, string> = {
    charge: `Charge ${amount} to ${theCard(details.hold.card)}?`,
    agree: `The customer hasn’t agreed to ${amount} yet`,
    take: `${amount} is not paid yet`,
    paid: 'Paid. Hand over the car?',
  }
  const lead = leads[question]
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => {
        if (!open && !charging.isPending) onClose()
      }}
      title={titles[question]}
      initialFocus={first}
      footer={
        <>
          {question === 'paid' ? (
            <Button ref={first} onClick={finish}>
              Hand over
            </Button>
          ) : (
            <Button
              ref={question === 'charge' ? null : first}
              variant="ghost"
              disabled={charging.isPending}
              onClick={finish}
            >
              Hand over without {question === 'take' ? 'payment' : 'charging'}
            </Button>
          )}
          {question === 'take' && isUnpaidAtDesk(details.hold.state) && takePayment}
          {question === 'charge' && (
            <Button
              ref={first}
              busy={charging.isPending}
              busyText="Charging..."
              onClick={() => charging.mutate(details.dueCents)}
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
        {lead !== null && <p>{lead}</p>}
        {isPriceOpen ? (
          <PriceSection appointment={pricedOf(details)} />
        ) : (
          mayReadPrice &&
          question !== 'paid' && (
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
    </GuardedDialog>
  )
}
