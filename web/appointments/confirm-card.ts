import { callWithTimeout } from '../api/call-with-timeout.ts'
import { CallError } from '../api/client.ts'
import { fullSentence } from '../payments/full-sentence.ts'
import type { Card } from '../payments/use-card.ts'

/** One wish to confirm a card: the saved one without `paymentMethodId`. `holdId` names the hold it led to, once that is known. */
export type CardAttempt = { token: string; paymentMethodId?: string; holdId?: string }

/** How an attempt ended. After `again` the same attempt goes on where it got to; the others are definite. */
export type CardOutcome =
  | { kind: 'held' }
  /** The card was refused: the sentence belongs under it. */
  | { kind: 'card'; sentence: string }
  /** The appointment is over or cancelled by now. */
  | { kind: 'link' }
  | { kind: 'again'; sentence: string; attempt: CardAttempt }

const pressAgain =
  'We do not know yet whether your card is held: press Confirm this card again, nothing is held twice.'

function outcomeOf(error: CallError, attempt: CardAttempt): CardOutcome {
  if (error.code === 'card_refused') return { kind: 'card', sentence: error.message }
  if (error.code === 'link_not_valid') return { kind: 'link' }
  // A refusal says in its own words that nobody knows.
  const isUnknown = error.outcomeUnknown && error.code === null
  return { kind: 'again', sentence: isUnknown ? `${error.message} ${pressAgain}` : error.message, attempt }
}

function stillOpen(problem: string | null, attempt: CardAttempt): CardOutcome {
  const why = fullSentence(problem ?? 'Payment confirmation failed')
  return { kind: 'again', sentence: `${why} Nothing is held yet: please try again.`, attempt }
}

/**
 * Asks for a hold on the card, lets the person confirm it where the bank asks for it, and asks the server again for how that
 * ended: only the server's answer counts. Throws nothing that the server or the network can cause.
 */
export async function confirmCard(
  attempt: CardAttempt,
  confirmHold: Card['confirmHold'],
): Promise<CardOutcome> {
  let asked = attempt
  try {
    let reply = await callWithTimeout('appointments.confirmCard', { body: asked })
    if (reply.holdId !== null) asked = { ...asked, holdId: reply.holdId }
    if (reply.requiresAction && reply.clientSecret !== undefined) {
      const problem = await confirmHold(reply.clientSecret)
      reply = await callWithTimeout('appointments.confirmCard', { body: asked })
      if (reply.requiresAction) return stillOpen(problem, asked)
    }
    return reply.held ? { kind: 'held' } : stillOpen(null, asked)
  } catch (error) {
    if (error instanceof CallError) return outcomeOf(error, asked)
    throw error
  }
}
