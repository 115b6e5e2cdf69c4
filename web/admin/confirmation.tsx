import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { call } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { Button } from '../ui/button.tsx'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { useFocusOnSwap } from '../ui/use-focus-on-swap.ts'
import { detailsKey } from './admin-queries.ts'
import { formatMoment } from './admin-words.ts'
import type { RepairOutcome } from './use-repairs.ts'

const wayWords = { link: 'by link', text: 'by text', desk: 'told to the shop' } as const

type ConfirmationWordsProps = {
  confirmation: NonNullable<AppointmentDetails['confirmation']>
  timeZone: string
}

/** 'Dec 3, 9:02 AM, told to the shop' */
export function ConfirmationWords({ confirmation, timeZone }: ConfirmationWordsProps) {
  return (
    <>
      {nonBreakingHours(formatMoment(confirmation.at, timeZone))}
      <span className="block text-sm text-muted">{wayWords[confirmation.by]}</span>
    </>
  )
}

type MarkConfirmedProps = {
  details: AppointmentDetails
  /** Gets the problem of a press; null for a new press. */
  onOutcome: (outcome: RepairOutcome | null) => void
}

/** Records that the customer told the shop that they come. Shows nothing while that makes no sense. */
export function MarkConfirmed({ details, onOutcome }: MarkConfirmedProps) {
  const { id, canConfirm, confirmation } = details
  const queries = useQueryClient()
  const [isPressed, setPressed] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('admin.confirmAppointment', { params: { id } }),
    onMutate: () => onOutcome(null),
    onSuccess: async (confirmed) => {
      setPressed(true)
      queries.setQueryData(detailsKey(id), confirmed)
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== detailsKey(id)[0] })
    },
    onError: async (error) => {
      onOutcome({ ok: false, sentence: problemWords(error, 'Click the button again.') })
      // Cancelled or begun meanwhile: the dialog shows it.
      await queries.invalidateQueries({ queryKey: detailsKey(id) })
    },
  })
  const holder = useFocusOnSwap<HTMLDivElement>(canConfirm ? 'open' : 'answered')
  const isAnswered = isPressed && confirmation !== null
  return (
    <div ref={holder} className={canConfirm || isAnswered ? '' : 'hidden'}>
      {canConfirm && (
        <Button
          variant="secondary"
          size="small"
          busy={isPending}
          busyText="Marking..."
          onClick={() => {
            if (!isPending) mutate()
          }}
        >
          Mark confirmed
        </Button>
      )}
      {isAnswered && !canConfirm && (
        <output
          tabIndex={-1}
          className="inline-flex min-h-10 items-center gap-1.5 text-ui font-medium text-good"
        >
          <Check className="size-4" aria-hidden="true" />
          Confirmed
        </output>
      )}
    </div>
  )
}
