import type { DisputePhase } from './dispute-states.ts'

/** The one table of words for the phase of a dispute: lists, details, dialogs, attention and export. */
export const disputeWords: Record<DisputePhase, string> = {
  inquiry: 'Questioned by the bank',
  open: 'Disputed',
  won: 'Dispute won',
  lost: 'Dispute lost',
  prevented: 'Dispute prevented',
  ended: 'Question of the bank closed',
}

const effects: Record<DisputePhase, string> = {
  inquiry: 'No money has moved. A refund settles it.',
  open: 'The bank has taken the amount back. It can’t be refunded until the bank decides.',
  won: 'The amount is yours again.',
  lost: 'The amount stays with the cardholder and is not refunded a second time.',
  prevented: 'The card provider has returned the amount to the cardholder.',
  ended: 'No money has moved.',
}

/** A dispute for staff. `answerBy`: the deadline as ISO; null when no answer is awaited. */
type Told = { phase: DisputePhase; reason: string; answerBy: string | null }

/** `mayAnswer`: whether the reader answers the bank, with the permission 'dispute.answer'. */
type Reader = { timeZone: string; mayAnswer: boolean }

/**
 * The reason of the cardholder, the effect of a dispute, and the answer that is due, for staff. Without the
 * permission to answer, the sentence asks the reader to send the facts to an administrator.
 */
export function disputeSentence({ phase, reason, answerBy }: Told, reader: Reader): string {
  return `Reason: ${reason.replaceAll('_', ' ')}. ${effects[phase]}${answerSentence(phase, answerBy, reader)}`
}

function answerSentence(
  phase: DisputePhase,
  answerBy: string | null,
  { timeZone, mayAnswer }: Reader,
): string {
  if (answerBy !== null)
    return mayAnswer
      ? ` Please answer in the card provider’s dashboard by ${formatDeadline(answerBy, timeZone)}.`
      : ` The bank asks for an answer by ${formatDeadline(answerBy, timeZone)}. An administrator answers it. Please send them what you know, such as photos and messages.`
  return phase === 'open' || phase === 'inquiry' ? ' No answer is due.' : ''
}

function formatDeadline(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(Date.parse(instant))
}
