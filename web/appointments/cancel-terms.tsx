import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { termsLine, termsLineDuringCheck } from '../payments/fee-words.ts'
import { nonBreakingHours } from '../ui/non-breaking.ts'

type CancelTermsProps = {
  appointment: Pick<CustomerAppointment, 'cancelFee' | 'feeAfterCheck' | 'timeZone'>
  /** The server's present, in epoch milliseconds. */
  now: number
  className?: string
}

/** What a cancellation costs, where the customer agreed to a fee. */
export function CancelTerms({ appointment, now, className }: CancelTermsProps) {
  const { cancelFee, feeAfterCheck, timeZone } = appointment
  const line =
    cancelFee !== null
      ? termsLine({ fee: cancelFee, timeZone, now })
      : feeAfterCheck !== null
        ? termsLineDuringCheck({ fee: feeAfterCheck, timeZone, now })
        : null
  return line === null ? null : <p className={className}>{nonBreakingHours(line)}</p>
}
