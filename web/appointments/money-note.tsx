import { CreditCard, ReceiptText } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { moneyLineOf } from './money-words.ts'

/** The amounts charged and refunded for a completed or cancelled appointment. */
export function MoneyNote({ appointment, now }: { appointment: CustomerAppointment; now: number }) {
  const line = moneyLineOf(appointment, now)
  if (line === null) return null
  const Icon = appointment.money.capturedCents > 0 ? ReceiptText : CreditCard
  return (
    <p className="mt-4 flex items-start gap-2.5 text-ui text-muted">
      <Icon
        className={
          appointment.status === 'completed'
            ? 'mt-0.5 size-5 shrink-0 text-good'
            : 'mt-0.5 size-5 shrink-0 text-ember'
        }
        aria-hidden="true"
      />
      <span className="min-w-0 wrap-anywhere">{line}</span>
    </p>
  )
}
