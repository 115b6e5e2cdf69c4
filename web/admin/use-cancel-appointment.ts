import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call, CallError } from '../api/client.ts'
import { pressAgain } from '../appointments/use-cancel.ts'
import { showErrorToast } from '../identity/show-error-toast.ts'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'

/**
 * Cancels an appointment for staff. The request is idempotent, so after a lost reply pressing again is safe.
 */
export function useCancelAppointment(id: string, onCancelled: () => void) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)

  const tell = async (error: CallError) => {
    const sentence =
      error.status === 0
        ? `${error.message} ${pressAgain('the button')}`
        : error.message || 'Failed to cancel appointment'
    setProblem(sentence)
    showErrorToast(error, error.status === 0 ? 'Failed to cancel appointment' : sentence)
    await queries.invalidateQueries()
  }

  const ask = async (reason: string) => {
    setProblem(null)
    const body = { status: 'cancelled' as const, ...(reason !== '' && { reason }) }
    try {
      const { note } = await call('admin.changeStatus', { params: { id }, body })
      toast({
        title: 'Appointment Cancelled',
        description: note ?? 'The appointment has been cancelled',
        isPlain: true,
      })
      onCancelled()
      await queries.invalidateQueries()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await tell(error)
    }
  }

  return { busy, problem, cancel: (reason: string) => run(() => ask(reason)) }
}
