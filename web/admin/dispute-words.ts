import type { PaymentDispute } from '../../contract/admin/admin.ts'
import type { DisputePhase } from '../../contract/payments/dispute-states.ts'
import { formatMoment } from './admin-words.ts'

/** A dispute in a few words. */
export const disputeTitles: Record<DisputePhase, string> = {
  inquiry: 'Questioned by the bank',
  open: 'Payment disputed',
  won: 'Dispute won',
  lost: 'Dispute lost',
  prevented: 'Dispute prevented',
  ended: 'Question of the bank closed',
}

const effects: Record<DisputePhase, string> = {
  inquiry: 'No money has moved. A refund settles it.',
  open: 'The bank has taken the amount back. The payment cannot be refunded until the bank decides.',
  won: 'The amount is yours again.',
  lost: 'The amount stays with the cardholder. The payment cannot be refunded a second time.',
  prevented: 'The payment has gone back to the cardholder.',
  ended: 'No money has moved.',
}

/** The effect of a dispute, with the reason of the cardholder and the deadline. */
export function disputeSentence(
  { phase, reason, answerBy }: Pick<PaymentDispute, 'phase' | 'reason' | 'answerBy'>,
  timeZone: string,
): string {
  const answer =
    answerBy === null
      ? ''
      : ` Please answer in the card provider’s dashboard by ${formatMoment(answerBy, timeZone)}.`
  return `Reason: ${reason.replaceAll('_', ' ')}. ${effects[phase]}${answer}`
}
