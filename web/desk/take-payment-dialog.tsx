import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatCents } from '../../contract/money.ts'
import type { ShopPaymentMethod } from '../../contract/payments/pays-by.ts'
import { call, CallError } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { useIntentId } from '../price/use-intent-id.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { DialogClose, GuardedDialog } from '../ui/guarded-dialog.tsx'
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

const lossQuestion = { text: 'Close without recording it? What you typed will be lost.' }

/** `heldCents`: held on the customer's card now; 0 or left out for a job without a card. */
export type Payable = { id: string; customerName: string; dueCents: number; heldCents?: number }

type TakePaymentProps = { appointment: Payable; onClose: () => void }

/** The due amount that the person saw before another one changed it, and the price since then. */
type Change = { fromCents: number; price: DayPrice }

/** Records a payment in cash, with the shop's terminal or otherwise: all that is due, or a part. */
export function TakePaymentDialog({ appointment, onClose }: TakePaymentProps) {
  const { id, customerName, heldCents = 0 } = appointment
  // Seen on opening, then as the warning names it: a payment that is recorded elsewhere in between is refused
  // before this one doubles it.
  const [openedCents] = useState(appointment.dueCents)
  const [change, setChange] = useState<Change | null>(null)
  const dueCents = change?.price.dueCents ?? openedCents
  const [method, setMethod] = useState<ShopPaymentMethod | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed ?? dollarsText(dueCents)
  const [isPressed, setPressed] = useState(false)
  const intent = useIntentId()
  const queries = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (payment: { method: ShopPaymentMethod; amountCents: number }) =>
      call('admin.recordPayment', {
        params: { id },
        body: { id: intent.read(), ...payment, seenDueCents: dueCents },
      }),
    onSuccess: async (_, { amountCents }) => {
      onClose()
      toast({ title: 'Payment recorded', description: `${formatCents(amountCents)} from ${customerName}.` })
      await queries.invalidateQueries()
    },
    onError: async (failure) => {
      // This payment was saved with other details: the typed one needs an id of its own.
      if (failure instanceof CallError && failure.code === 'request_changed') intent.renew()
      if (failure instanceof CallError && failure.code === 'price_changed') {
        const price = await call('price.find', { params: { id } }).catch(() => null)
        if (price !== null) setChange({ fromCents: dueCents, price })
      }
      await queries.invalidateQueries()
    },
  })
  const read = readAmount(amount, dueCents)
  const isAboutAmount = error instanceof CallError && error.field === 'amountCents'
  const isTold = change !== null && error instanceof CallError && error.code === 'price_changed'
  const record = () => {
    setPressed(true)
    if (method !== null && read.ok) mutate({ method, amountCents: read.cents })
  }
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
      lossQuestion={isPending ? undefined : lossQuestion}
      title={`Take payment of ${formatCents(dueCents)}`}
      description={
        <>
          Record that <bdi>{customerName}</bdi> paid at the shop. No card is charged by us.
        </>
      }
      footer={
        <>
          <DialogClose disabled={isPending}>Close</DialogClose>
          <Button busy={isPending} busyText="Recording..." onClick={record}>
            Record payment
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {change !== null && <ChangedDue {...change} />}
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
            setTyped(event.target.value)
            reset()
          }}
        />
        {error && !isAboutAmount && !isTold && (
          <Alert tone="bad">{problemWords(error, unknownSentence)}</Alert>
        )}
      </div>
    </GuardedDialog>
  )
}

/** Says that another person changed what is due, and with which payment, where one explains it. */
function ChangedDue({ fromCents, price: { dueCents, payments } }: Change) {
  const last = payments.findLast(({ amountCents }) => amountCents === fromCents - dueCents)
  return (
    <Alert
      tone="warn"
      title={`${formatCents(dueCents)} is due now, not ${formatCents(fromCents)}. Nothing was recorded.`}
    >
      {last ? (
        <>
          <bdi>{last.by ?? 'A person of the shop'}</bdi> just recorded {formatCents(last.amountCents)}. Record
          this payment only if it is another one.
        </>
      ) : (
        'The price changed in the meantime. Check the amount, then record it.'
      )}
    </Alert>
  )
}

/** What happens to the rest and to the hold. */
function hintOf(cents: number | null, dueCents: number, heldCents: number): string | undefined {
  if (cents === null) return undefined
  if (cents < dueCents) return `${formatCents(dueCents - cents)} stays due.`
  return heldCents > 0 ? `The hold of ${formatCents(heldCents)} on the card will be released.` : undefined
}
