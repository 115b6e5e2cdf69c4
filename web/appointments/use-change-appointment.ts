import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AppointmentChange } from '../../contract/booking/appointments.ts'
import { call, CallError } from '../api/client.ts'

/** Changes an appointment and reloads the list. */
export function useChangeAppointment(id: string) {
  const queries = useQueryClient()
  return useMutation<unknown, CallError, AppointmentChange>({
    mutationFn: (body) => call('appointments.change', { params: { id }, headers: {}, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['appointments'] }),
    onError: async (error) => {
      // Gone or changed elsewhere: the card shows stale data.
      if (error.code === 'not_found' || error.code === 'appointment_not_changeable')
        await queries.invalidateQueries({ queryKey: ['appointments'] })
    },
  })
}
