import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatCents } from '../../contract/money.ts'
import type { ShopPaymentMethod } from '../../contract/payments/pays-by.ts'
import { call } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RadioGroup, type RadioOption } from '../ui/radio-group.tsx'
import { toast } from '../ui/toast.ts'

const methods: readonly RadioOption<ShopPaymentMethod>[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'terminal', label: 'Card terminal' },
  { value: 'other', label: 'Other' },
]

const unknownSentence = 'We don’t know yet whether it was recorded. Click the button again: it counts once.'

type TakePaymentProps = {
  appointment: { id: string; customerName: string; priceCents: number }
  onClose: () => void
}

/** Records a payment that the shop took in cash, with its terminal or otherwise. */
export function TakePaymentDialog({ appointment, onClose }: TakePaymentProps) {
  const { id, customerName, priceCents } = appointment
  const [method, setMethod] = useState<ShopPaymentMethod | null>(null)
  const [isMissing, setMissing] = useState(false)
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: ShopPaymentMethod) =>
      call('admin.recordPayment', { params: { id }, body: { method: chosen } }),
    onSuccess: async () => {
      onClose()
      toast({ title: 'Payment recorded', description: `${formatCents(priceCents)} from ${customerName}.` })
      await queries.invalidateQueries()
    },
  })
  const close = () => {
    if (!isPending) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={`Take payment of ${formatCents(priceCents)}`}
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
          <Button
            busy={isPending}
            busyText="Recording..."
            onClick={() => {
              if (method === null) setMissing(true)
              else mutate(method)
            }}
          >
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
            setMissing(false)
          }}
          error={isMissing ? 'Choose how the customer paid.' : undefined}
        />
        {error && <Alert tone="bad">{problemWords(error, unknownSentence)}</Alert>}
      </div>
    </Dialog>
  )
}
