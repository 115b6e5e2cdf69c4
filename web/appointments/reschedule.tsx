import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { toast } from '../ui/toast.ts'
import { NewTime } from './new-time.tsx'
import { useChangeAppointment } from './use-change-appointment.ts'

type RescheduleProps = {
  appointment: CustomerAppointment
  /** The wall time that is chosen at first. */
  wanted: string | null
  onClose: () => void
}

/** Moves an own appointment, on its card. */
export function Reschedule({ appointment, wanted, onClose }: RescheduleProps) {
  const change = useChangeAppointment(appointment.id)
  return (
    <NewTime
      appointment={appointment}
      wanted={wanted}
      change={change}
      onMoved={(words) => {
        toast({ title: 'Appointment rescheduled', description: words })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
