import { useState } from 'react'
import { longestReason } from '../../contract/limits.ts'
import { formatCents } from '../../contract/money.ts'
import { groupRefunds } from '../../contract/payments/group-refunds.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { theCard } from '../admin/admin-words.ts'
import { call } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { DialogClose, GuardedDialog } from '../ui/guarded-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { readAmount } from '../ui/dollar-text.ts'
import { toast } from '../ui/toast.ts'
import { priceMoment } from './price-notes.ts'
import { usePriceChange } from './price-queries.ts'
import { useIntentId } from './use-intent-id.ts'

type RefundDialogProps = {
  id: string
  price: DayPrice
  timeZone: string
  isAdministrator: boolean
  onClose: () => void
}

const lossQuestion = { text: 'Close without a refund? What you typed will be lost.' }

const refundedOf = ({ refundedCents, refundingCents }: Pick<DayPrice, 'refundedCents' | 'refundingCents'>) =>
  refundedCents + refundingCents

/** The most that the person may refund, and why it is no more. Pure. */
export function mostInWords(
  price: Pick<DayPrice, 'capturedCents' | 'refundedCents' | 'refundingCents' | 'refundableCents'>,
  isAdministrator: boolean,
): string {
  const mostCents = price.refundableCents ?? 0
  const beforeCents = refundedOf(price)
  const charged = formatCents(price.capturedCents)
  const before = beforeCents > 0 ? ` ${formatCents(beforeCents)} of the ${charged} was refunded before.` : ''
  const most = `${formatCents(mostCents)}${beforeCents > 0 ? '' : ` of the ${charged}`}`
  const isLimited = !isAdministrator && mostCents < price.capturedCents - beforeCents
  return isLimited
    ? `The shop may refund at most ${most}.${before} An administrator may refund more.`
    : `You can refund up to ${most}.${before}`
}

/** Refunds a part of a payment with a reason. The job stays done. */
export function RefundDialog({ id, price, timeZone, isAdministrator, onClose }: RefundDialogProps) {
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isPressed, setPressed] = useState(false)
  // The refunds that the person saw on opening, then those that the warning names: one that is made elsewhere
  // in between is refused before it doubles this one.
  const [seenRefundedCents, setSeen] = useState(refundedOf(price))
  const intent = useIntentId()
  const refunding = usePriceChange(
    id,
    (refund: { amountCents: number; reason: string }) =>
      call('price.refundPart', {
        params: { id },
        body: { id: intent.read(), ...refund, seenRefundedCents },
      }),
    'We don’t know yet whether it was refunded. Click the button again: it counts once.',
  )
  const { problem } = refunding
  const isChanged = problem?.code === 'refund_changed'
  if (isChanged && !refunding.isPending && seenRefundedCents !== refundedOf(price)) setSeen(refundedOf(price))
  const most = price.refundableCents ?? 0
  const read = readAmount(amount, most)
  const amountProblem = !read.ok
    ? read.sentence
    : problem?.field === 'amountCents'
      ? problem.sentence
      : undefined
  const lacksReason = reason.trim() === ''
  const latest = groupRefunds(price.refunds.map((part) => ({ ...part, isMade: part.status === 'made' }))).at(
    -1,
  )
  const refund = async () => {
    setPressed(true)
    if (!read.ok || lacksReason) return
    const refunded = await refunding.change({ amountCents: read.cents, reason: reason.trim() })
    if (refunded === null) return
    onClose()
    toast({
      title: 'Refund made',
      description: `${formatCents(read.cents)} goes back to ${theCard(price.card)}.`,
    })
  }
  const edited = () => {
    if (!isChanged) refunding.reset()
  }
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => {
        if (!open && !refunding.isPending) onClose()
      }}
      title="Refund a part"
      lossQuestion={refunding.isPending ? undefined : lossQuestion}
      description={`${mostInWords(price, isAdministrator)} The job stays done.`}
      footer={
        <>
          <DialogClose disabled={refunding.isPending}>Close</DialogClose>
          <Button busy={refunding.isPending} busyText="Refunding..." onClick={() => void refund()}>
            {read.ok ? `Refund ${formatCents(read.cents)}` : 'Refund'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextField
          label="Amount in $"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={amount}
          error={isPressed ? amountProblem : undefined}
          onChange={(event) => {
            setAmount(event.target.value)
            edited()
          }}
        />
        <TextField
          label="Reason"
          name="reason"
          dir="auto"
          autoComplete="off"
          maxLength={longestReason}
          hint="The customer reads it."
          value={reason}
          error={
            isPressed && lacksReason
              ? 'Please give a reason'
              : problem?.field === 'reason'
                ? problem.sentence
                : undefined
          }
          onChange={(event) => {
            setReason(event.target.value)
            edited()
          }}
        />
        {isChanged && latest && (
          <Alert tone="warn" title="Someone else made a refund in the meantime">
            <bdi>{latest.by ?? 'A person of the shop'}</bdi> refunded {formatCents(latest.amountCents)} on{' '}
            {priceMoment(latest.at, timeZone)}: <bdi>{latest.reason}</bdi>. Refund again only if this is
            another one.
          </Alert>
        )}
        {problem !== null && !isChanged && problem.field === null && (
          <Alert tone="bad">{problem.sentence}</Alert>
        )}
      </div>
    </GuardedDialog>
  )
}
