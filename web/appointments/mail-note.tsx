import type { CustomerAppointment } from '../../contract/booking/appointments.ts'

/** Where mails about the appointment go, while its own address is not confirmed. */
export function MailNote({ appointment: { email, mailedTo } }: { appointment: CustomerAppointment }) {
  if (email.toLowerCase() === mailedTo) return null
  return (
    <p className="mt-4 text-sm wrap-anywhere text-muted">
      Mail goes to {mailedTo}. It goes to {email} once the link that we mailed there is opened.
    </p>
  )
}
