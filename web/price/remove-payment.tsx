import { useState } from 'react'
import { formatCents } from '../../contract/money.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { call } from '../api/client.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { methodWords } from './method-words.ts'
import { usePriceChange } from './price-queries.ts'

type RemovePaymentProps = { id: string; payment: DayPrice['payments'][number]; dueCents: number }

const unknownSentence = 'We don’t know yet whether it was removed. Click again: it counts once.'

/** The button that takes off a payment at the shop that was recorded by mistake, after a question. */
export function RemovePayment({ id, payment, dueCents }: RemovePaymentProps) {
  const [isAsked, setAsked] = useState(false)
  const { change, isPending, problem, reset } = usePriceChange(
    id,
    () => call('price.removePayment', { params: { id, paymentId: payment.id } }),
    unknownSentence,
  )
  const amount = formatCents(payment.amountCents)
  const words = methodWords[payment.method]
  return (
    <>
      <button
        type="button"
        aria-label={`Remove: ${words}, ${amount}`}
        onClick={() => {
          reset()
          setAsked(true)
        }}
        className="min-h-6 text-sm text-muted underline underline-offset-4 hover:text-ink hover:no-underline"
      >
        Remove
      </button>
      {isAsked && (
        <ConfirmDialog
          title={`Remove the payment of ${amount}?`}
          confirmLabel="Remove payment"
          busyText="Removing..."
          keepLabel="Keep it"
          busy={isPending}
          problem={problem?.sentence ?? null}
          onConfirm={() => void change(undefined)}
          onClose={() => setAsked(false)}
        >
          <p>
            Only if it was recorded by mistake. {formatCents(dueCents + payment.amountCents)} is due then. We
            move no money, and it stays in the history.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
