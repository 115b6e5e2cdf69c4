import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LinkedAppointment } from '../../contract/booking/appointment-link.ts'
import { call, type CallError } from '../api/client.ts'
import { NewTime } from '../appointments/new-time.tsx'
import { linkedKey } from './use-answer.ts'

type MoveVisitProps = {
  token: string
  appointment: LinkedAppointment
  /** Gets the new start in words. */
  onMoved: (words: string) => void
  onClose: () => void
}

const words = {
  title: 'Move to another time',
  level: 3,
  save: 'Move appointment',
  saving: 'Moving...',
  close: 'Keep my time',
} as const

/** The choice of another start, sent by the token of a link. */
export function MoveVisit({ token, appointment, onMoved, onClose }: MoveVisitProps) {
  const queries = useQueryClient()
  const change = useMutation<LinkedAppointment, CallError, { date: string; time: string }>({
    mutationFn: (start) => call('appointments.moveByLink', { body: { token, ...start } }),
    onSuccess: (moved) => {
      queries.setQueryData(linkedKey(token), moved)
    },
    onError: async ({ status, code }) => {
      // Cancelled, begun or over meanwhile, or the shop was suspended: the page shows it.
      if (status === 404 || code === 'appointment_not_changeable' || code === 'shop_unknown')
        await queries.invalidateQueries({ queryKey: linkedKey(token) })
    },
  })
  const { appointmentId: id, shopId, timeZone, appointmentDate, cancelFee } = appointment
  return (
    <NewTime
      words={words}
      // The page knows no waiting list.
      appointment={{ id, shopId, timeZone, appointmentDate, cancelFee, earlierTime: 'impossible' }}
      wanted={null}
      change={change}
      onMoved={onMoved}
      onClose={onClose}
    />
  )
}
