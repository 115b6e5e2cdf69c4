import type { CardConfirmationReply } from '../../contract/payments/card-confirmation.ts'
import { CallError } from '../api/client.ts'
import { fullSentence } from '../payments/full-sentence.ts'
import type { Card } from '../payments/use-card.ts'

/**
 * One try to hold a card: the saved one without `paymentMethodId`. `holdId` names its hold, once that is
 * known.
 */
export type CardAttempt = { paymentMethodId?: string; holdId?: string }

/** The request that holds the card, and the button that sends it. */
export type CardRequestSender = {
  send: (attempt: CardAttempt) => Promise<CardConfirmationReply>
  button: string
  /** The state that stays while the bank has not confirmed, as a sentence without its full stop. */
  unchanged: string
}

/** Outcome of a try. After `again` the same try continues where it stopped; the others are final. */
export type CardOutcome =
  | { kind: 'held' }
  /** The card was declined: the sentence belongs under it. */
  | { kind: 'card'; sentence: string }
  /**
   * The appointment takes no card any more: it is past, charged or cancelled by now, or has another price.
   */
  | { kind: 'over'; sentence: string }
  | { kind: 'again'; sentence: string; attempt: CardAttempt }
  /** Nothing was tried: the address of the account is unproven, and this would be its second card. */
  | { kind: 'unproven'; sentence: string }

const endsIt: readonly unknown[] = [
  'link_not_valid',
  'appointment_not_changeable',
  'price_changed',
  'not_found',
  'shop_unknown',
]

function outcomeOf(error: CallError, attempt: CardAttempt, button: string): CardOutcome {
  if (error.code === 'card_refused') return { kind: 'card', sentence: error.message }
  if (endsIt.includes(error.code)) return { kind: 'over', sentence: error.message }
  if (error.code === 'email_not_proven') return { kind: 'unproven', sentence: error.message }
  // A refusal already says that the outcome is unknown.
  const isUnknown = error.outcomeUnknown && error.code === null
  const pressAgain = `We don’t know yet whether your card is held. Tap ${button} again: it can’t be held twice.`
  return { kind: 'again', sentence: isUnknown ? `${error.message} ${pressAgain}` : error.message, attempt }
}

function stillOpen(problem: string | null, attempt: CardAttempt, unchanged: string): CardOutcome {
  const why = fullSentence(problem ?? 'Payment confirmation failed')
  return { kind: 'again', sentence: `${why} ${unchanged}: please try again.`, attempt }
}

/**
 * Requests a hold on the card, lets the customer confirm it with the bank if needed, and asks the server
 * again for the outcome: only the server's answer counts. Handles every failure of the server and the
 * network.
 */
export async function confirmCard(
  { send, button, unchanged }: CardRequestSender,
  attempt: CardAttempt,
  confirmHold: Card['confirmHold'],
): Promise<CardOutcome> {
  let asked = attempt
  try {
    let reply = await send(asked)
    if (reply.holdId !== null) asked = { ...asked, holdId: reply.holdId }
    if (reply.requiresAction && reply.clientSecret !== undefined) {
      const problem = await confirmHold(reply.clientSecret)
      reply = await send(asked)
      if (reply.requiresAction) return stillOpen(problem, asked, unchanged)
    }
    return reply.held ? { kind: 'held' } : stillOpen(null, asked, unchanged)
  } catch (error) {
    if (error instanceof CallError) return outcomeOf(error, asked, button)
    throw error
  }
}
