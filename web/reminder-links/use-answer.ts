import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
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
  const send = (name: 'appointments.confirmByLink' | 'appointments.cancelByLink') =>
    run(async () => {
      setProblem(null)
      try {
        queries.setQueryData(queryKey, await call(name, { body: { token } }))
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
    confirm: () => send('appointments.confirmByLink'),
    cancel: () => send('appointments.cancelByLink'),
  }
}
