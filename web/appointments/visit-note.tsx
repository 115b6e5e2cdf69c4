import { Clock } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { visitStatusOf } from './visit-status.ts'

/** The state of the visit on its day and while the car is at the shop; nothing on other days. */
export function VisitNote({ appointment, now }: { appointment: CustomerAppointment; now: number }) {
  const status = visitStatusOf(appointment, now)
  if (status === null) return null
  return (
    <p className="flex items-start gap-3 border-b border-line bg-info-soft px-5 py-4 text-ui font-medium text-info">
      <Clock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      {status}
    </p>
  )
}
