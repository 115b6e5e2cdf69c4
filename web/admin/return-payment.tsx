import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatCents } from '../../contract/money.ts'
import { call } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { detailsKey } from './admin-queries.ts'
import type { RepairOutcome } from './use-repairs.ts'

type ReturnPaymentProps = {
  id: string
  leftAtShopCents: number
  onOutcome: (outcome: RepairOutcome) => void
}

const unknownSentence = 'We don’t know yet whether it was recorded. Click again: it counts once.'

/** The button that records that the shop gave back what its customer had paid there. */
export function ReturnPayment({ id, leftAtShopCents, onOutcome }: ReturnPaymentProps) {
  const may = useMay('payment.returnAtShop')
  const queries = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('admin.returnPayment', { params: { id }, body: { leftAtShopCents } }),
    onSuccess: (details) => {
      queries.setQueryData(detailsKey(id), details)
      onOutcome({ ok: true, sentence: `${formatCents(leftAtShopCents)} is recorded as given back.` })
    },
    onError: (error) => onOutcome({ ok: false, sentence: problemWords(error, unknownSentence) }),
    onSettled: async () => {
      setIsAsked(false)
      await queries.invalidateQueries()
    },
  })
  if (!may) return null
  return (
    <>
      <div>
        <Button variant="secondary" size="small" disabled={isPending} onClick={() => setIsAsked(true)}>
          Record as returned
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`Did you give back ${formatCents(leftAtShopCents)}?`}
          confirmLabel="Yes, it’s returned"
          busyText="Recording..."
          keepLabel="Not yet"
          tone="primary"
          busy={isPending}
          problem={null}
          onConfirm={() => mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>It is recorded with your name. We move no money.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
