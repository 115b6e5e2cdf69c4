import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { callPatiently } from '../api/call-patiently.ts'
import { CallError } from '../api/client.ts'
import { refreshSession } from '../identity/session.ts'
import { toast } from '../ui/toast.ts'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import { expectCancelled } from './cancelled-just-now.ts'
import { formatLongWallTime } from './appointment-words.ts'

/** What to do about a cancellation whose answer was lost. */
export const pressAgain =
  'We do not know yet whether the appointment is cancelled: press Cancel appointment again, nothing is done twice.'

/** Cancels the customer's own appointment. Sent again it changes nothing, so a lost answer is asked for by pressing again. */
export function useCancel({ id, appointmentDate }: CustomerAppointment) {
  const queries = useQueryClient()
  const { busy, run } = useOneAtATime()
  const isUnknown = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)

  const refreshList = () => queries.invalidateQueries({ queryKey: ['appointments'] })

  const tell = async (error: CallError) => {
    isUnknown.current = error.outcomeUnknown
    if (error.status === 401) return refreshSession()
    setProblem(error.outcomeUnknown ? `${error.message} ${pressAgain}` : error.message)
    // Gone, or begun or captured meanwhile: the card behind the question shows it.
    if (error.status === 404 || error.status === 409) await refreshList()
  }

  const ask = async () => {
    setProblem(null)
    try {
      await callPatiently('appointments.change', { params: { id }, body: { status: 'cancelled' } })
      isUnknown.current = false
      expectCancelled(id)
      toast({ title: 'Appointment cancelled', description: formatLongWallTime(appointmentDate) })
      await refreshList()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await tell(error)
    }
  }

  /** The question is closed without an answer: the list shows what came of a try that nobody heard the end of. */
  const leave = () => {
    setProblem(null)
    if (isUnknown.current) void refreshList()
    isUnknown.current = false
  }

  return { busy, problem, cancel: () => run(ask), leave }
}
