import type { CustomerAppointment } from '../../contract/booking/appointments.ts'

/** Where mails about the appointment go, and where they will once its own address is confirmed. */
export function MailNote({ appointment: { email, mailedTo } }: { appointment: CustomerAppointment }) {
  const isConfirmed = email.toLowerCase() === mailedTo
  return (
    <p className="mt-4 text-sm wrap-anywhere text-muted">
      {isConfirmed
        ? `Email: ${mailedTo}`
        : `Emails go to ${mailedTo}. They’ll go to ${email} once you open the link we sent there.`}
    </p>
  )
}
