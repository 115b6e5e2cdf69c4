import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatCents } from '../../contract/money.ts'
import type { ShopPaymentMethod } from '../../contract/payments/pays-by.ts'
import { call, CallError } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { useIntentId } from '../price/use-intent-id.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { dollarsText, readAmount } from '../ui/dollar-text.ts'
import { TextField } from '../ui/field.tsx'
import { RadioGroup, type RadioOption } from '../ui/radio-group.tsx'
import { toast } from '../ui/toast.ts'

const methods: readonly RadioOption<ShopPaymentMethod>[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'terminal', label: 'Card terminal' },
  { value: 'other', label: 'Other' },
]

const unknownSentence = 'We don’t know yet whether it was recorded. Click the button again: it counts once.'

/** `heldCents`: held on the customer's card now; 0 or left out for a job without a card. */
export type Payable = { id: string; customerName: string; dueCents: number; heldCents?: number }

type TakePaymentProps = { appointment: Payable; onClose: () => void }

/** Records a payment in cash, with the shop's terminal or otherwise: all that is due, or a part. */
export function TakePaymentDialog({ appointment, onClose }: TakePaymentProps) {
  const { id, customerName, dueCents, heldCents = 0 } = appointment
  const [method, setMethod] = useState<ShopPaymentMethod | null>(null)
  const [amount, setAmount] = useState(() => dollarsText(dueCents))
  const [isPressed, setPressed] = useState(false)
  const intent = useIntentId()
  const queries = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (payment: { method: ShopPaymentMethod; amountCents: number }) =>
      call('admin.recordPayment', { params: { id }, body: { id: intent.read(), ...payment } }),
    onSuccess: async (_, { amountCents }) => {
      onClose()
      toast({ title: 'Payment recorded', description: `${formatCents(amountCents)} from ${customerName}.` })
      await queries.invalidateQueries()
    },
    onError: async (failure) => {
      // This payment was saved with other details: the typed one needs an id of its own.
      if (failure instanceof CallError && failure.code === 'request_changed') intent.renew()
      await queries.invalidateQueries()
    },
  })
  const read = readAmount(amount, dueCents)
  const isAboutAmount = error instanceof CallError && error.field === 'amountCents'
  const close = () => {
    if (!isPending) onClose()
  }
  const record = () => {
    setPressed(true)
    if (method !== null && read.ok) mutate({ method, amountCents: read.cents })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={`Take payment of ${formatCents(dueCents)}`}
      description={
        <>
          Record that <bdi>{customerName}</bdi> paid at the shop. No card is charged by us.
        </>
      }
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={close}>
            Close
          </Button>
          <Button busy={isPending} busyText="Recording..." onClick={record}>
            Record payment
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RadioGroup
          legend="Paid by"
          options={methods}
          value={method}
          onChange={(chosen) => {
            setMethod(chosen)
            reset()
          }}
          error={isPressed && method === null ? 'Choose how the customer paid.' : undefined}
        />
        <TextField
          label="Amount in $"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          hint={hintOf(read.ok ? read.cents : null, dueCents, heldCents)}
          error={isPressed && !read.ok ? read.sentence : isAboutAmount ? error.message : undefined}
          onChange={(event) => {
            setAmount(event.target.value)
            reset()
          }}
        />
        {error && !isAboutAmount && <Alert tone="bad">{problemWords(error, unknownSentence)}</Alert>}
      </div>
    </Dialog>
  )
}

/** What happens to the rest and to the hold. */
function hintOf(cents: number | null, dueCents: number, heldCents: number): string | undefined {
  if (cents === null) return undefined
  if (cents < dueCents) return `${formatCents(dueCents - cents)} stays due.`
  return heldCents > 0 ? `The hold of ${formatCents(heldCents)} on the card will be released.` : undefined
}
