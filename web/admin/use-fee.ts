import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'
import { call } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { detailsKey } from './admin-queries.ts'
import type { RepairOutcome } from './use-repairs.ts'

const unknownSentence = 'We don’t know yet whether it was done. Click again: it can’t happen twice.'

export type FeeAction = 'charge' | 'cancel_free' | 'waive' | 'refund'

type FeeRequest = { action: FeeAction; id: string; feeCents: number }

async function send({ action, id, feeCents }: FeeRequest): Promise<AppointmentDetails> {
  const params = { id }
  switch (action) {
    case 'charge':
      return call('admin.chargeFee', { params, body: { feeCents } })
    case 'waive':
      return call('admin.waiveFee', { params })
    case 'refund':
      return call('admin.refundFee', { params })
    case 'cancel_free':
      await call('admin.changeStatus', { params, body: { status: 'cancelled' } })
      return call('admin.findAppointment', { params })
  }
}

/** The result of an action in words: a declined card leaves the fee due. */
function outcomeOf({ decidedFee, feeRefusal }: AppointmentDetails): RepairOutcome {
  if (decidedFee === null) return { ok: true, sentence: 'Cancelled without a fee.' }
  const fee = formatCents(decidedFee.cents)
  switch (decidedFee.outcome) {
    case 'due':
      return {
        ok: false,
        sentence:
          feeRefusal === null
            ? `The fee of ${fee} is due. We’re waiting for the card provider.`
            : `The fee of ${fee} stays due: ${feeRefusal}`,
      }
    case 'charged':
      return { ok: true, sentence: `The fee of ${fee} was charged.` }
    case 'waived':
      return { ok: true, sentence: `The fee of ${fee} was waived.` }
    case 'refunding':
      return { ok: true, sentence: `The refund of ${fee} is on its way.` }
    case 'refunded':
      return { ok: true, sentence: `The fee of ${fee} was refunded.` }
  }
}

/** Charges, waives or refunds a fee, or cancels without one. `onOutcome` gets the result as a sentence. */
export function useFee(
  { id, feeCents }: Pick<FeeRequest, 'id' | 'feeCents'>,
  onOutcome: (outcome: RepairOutcome) => void,
) {
  const queries = useQueryClient()
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (action: FeeAction) => send({ action, id, feeCents }),
    onSuccess: (details) => {
      queries.setQueryData(detailsKey(id), details)
      onOutcome(outcomeOf(details))
    },
    onError: (error) => onOutcome({ ok: false, sentence: problemWords(error, unknownSentence) }),
    onSettled: () => queries.invalidateQueries(),
  })
  const act = async (action: FeeAction) => {
    // The outcome is told by `onOutcome`.
    if (!isPending) await mutateAsync(action).catch(() => undefined)
  }
  return { running: isPending ? variables : null, act }
}
