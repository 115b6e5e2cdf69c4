import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { callPatiently } from '../api/call-patiently.ts'
import { CallError } from '../api/client.ts'
import { refreshSession } from '../identity/session.ts'
import { toast } from '../ui/toast.ts'

const pressAgain =
  'We do not know yet whether the appointment is cancelled: press Cancel appointment again, nothing is done twice.'

/** Cancels an appointment for staff. Sent again it changes nothing, so a lost answer is asked for by pressing again. */
export function useCancelAppointment(id: string, onCancelled: () => void) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  // State comes too late for the second click of a double click.
  const running = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)

  const tell = async (error: CallError) => {
    if (error.status === 401) return refreshSession()
    const sentence =
      error.status === 0 ? `${error.message} ${pressAgain}` : error.message || 'Failed to cancel appointment'
    setProblem(sentence)
    toast({
      title: 'Error',
      description: error.status === 0 ? 'Failed to cancel appointment' : sentence,
      variant: 'destructive',
    })
    await queries.invalidateQueries()
  }

  const cancel = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      await callPatiently('admin.changeStatus', { params: { id }, body: { status: 'cancelled' } })
      toast({ title: 'Appointment Cancelled', description: 'The appointment has been cancelled' })
      onCancelled()
      await queries.invalidateQueries()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await tell(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, problem, cancel }
}
