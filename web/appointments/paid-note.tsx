import { ReceiptText } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/appointments/appointments.ts'
import { paidSentence } from '../payments/hold-words.ts'

/** What was charged for a completed appointment: its price, which nobody changes any more. */
export function PaidNote({ appointment: { price, hold, email } }: { appointment: CustomerAppointment }) {
  return (
    <p className="mt-4 flex items-start gap-2.5 text-ui text-muted">
      <ReceiptText className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
      <span className="min-w-0">{paidSentence(Math.round(price * 100), hold.card, email)}</span>
    </p>
  )
}
