import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { LinkedAppointment } from '../../contract/booking/appointment-link.ts'
import { shownFeeHeader } from '../../contract/booking/cancellation-terms.ts'
import { call, CallError } from '../api/client.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'

/** Of the appointment behind a link. */
export function linkedKey(token: string) {
  return ['linked-appointment', token] as const
}

/**
 * Confirms or cancels by the token of a link. Both requests are idempotent, so after a lost reply pressing
 * again is safe.
 */
export function useAnswer(token: string) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)
  const queryKey = linkedKey(token)
  const send = (ask: () => Promise<LinkedAppointment>) =>
    run(async () => {
      setProblem(null)
      try {
        queries.setQueryData(queryKey, await ask())
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        setProblem(error.message)
        // Moved, cancelled or begun meanwhile: the page shows it.
        if (error.status === 404 || error.status === 409) await queries.invalidateQueries({ queryKey })
      }
    })
  return {
    busy,
    problem,
    confirm: () => send(() => call('appointments.confirmByLink', { body: { token } })),
    /** `feeCents`: the fee that was shown; 0 for none. */
    cancel: (feeCents: number) =>
      send(() =>
        call('appointments.cancelByLink', {
          headers: feeCents > 0 ? { [shownFeeHeader]: String(feeCents) } : {},
          body: { token },
        }),
      ),
  }
}
