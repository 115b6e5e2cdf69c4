import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { shownFeeHeader } from '../../contract/booking/cancellation-terms.ts'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { call, CallError } from '../api/client.ts'
import { refreshSession } from '../identity/session.ts'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { cancelLabel } from './cancel-label.ts'
import { expectCancelled } from './cancelled-just-now.ts'
import { formatLongWallTime } from './appointment-words.ts'

/** The message after a cancellation with a lost reply. */
export const pressAgain = (button: string): string =>
  `We don’t know yet whether the appointment is cancelled. Tap ${button} again: it can’t happen twice.`

/**
 * Cancels the customer's own appointment. `feeCents` of `cancel`: the fee that was shown; 0 for none. The
 * request is idempotent, so after a lost reply pressing again is safe.
 */
export function useCancel({ id, appointmentDate }: CustomerAppointment) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const isUnknown = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)

  const refreshList = () => queries.invalidateQueries({ queryKey: ['appointments'] })

  const tell = async (error: CallError, feeCents: number) => {
    isUnknown.current = error.outcomeUnknown
    if (error.status === 401) return refreshSession()
    setProblem(error.outcomeUnknown ? `${error.message} ${pressAgain(cancelLabel(feeCents))}` : error.message)
    // Gone, or started or captured meanwhile: the card behind the dialog shows it.
    if (error.status === 404 || error.status === 409) await refreshList()
  }

  const ask = async (feeCents: number) => {
    setProblem(null)
    try {
      await call('appointments.change', {
        params: { id },
        headers: feeCents > 0 ? { [shownFeeHeader]: String(feeCents) } : {},
        body: { status: 'cancelled' },
      })
      isUnknown.current = false
      expectCancelled(id)
      toast({
        title: 'Appointment cancelled',
        description: formatLongWallTime(appointmentDate),
        isPlain: true,
      })
      await refreshList()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await tell(error, feeCents)
    }
  }

  /** Closed without a reply: the list then shows the outcome. */
  const leave = () => {
    setProblem(null)
    if (isUnknown.current) void refreshList()
    isUnknown.current = false
  }

  return { busy, problem, cancel: (feeCents: number) => run(() => ask(feeCents)), leave }
}
