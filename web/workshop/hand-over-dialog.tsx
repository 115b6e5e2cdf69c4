import { useRef } from 'react'
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

type HandOverDialogProps = {
  details: AppointmentDetails
  onHandOver: () => void
  onClose: () => void
}

/** Asks at the handover of a job that is not paid: charge the card now, or hand over without. */
export function HandOverDialog({ details, onHandOver, onClose }: HandOverDialogProps) {
  const first = useRef<HTMLButtonElement>(null)
  const queries = useQueryClient()
  const mayCapture = useMay('payment.capture')
  const isAtDesk = isUnpaidAtDesk(details.hold.state)
  const amount = formatCents(details.priceCents)
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
  const canCharge = mayCapture && !isAtDesk
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !charging.isPending) onClose()
      }}
      title={canCharge ? `Charge ${amount} to ${theCard(details.hold.card)}?` : `${amount} is not paid yet`}
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
        {!canCharge && <p>Take the payment first, under “Take payment”, or hand the car over without it.</p>}
        {charging.error && (
          <Alert tone="bad">{problemWords(charging.error, 'The card can’t be charged twice.')}</Alert>
        )}
      </div>
    </Dialog>
  )
}
