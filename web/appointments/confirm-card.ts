import { call, CallError } from '../api/client.ts'
import { fullSentence } from '../payments/full-sentence.ts'
import type { Card } from '../payments/use-card.ts'

/**
 * One try to confirm a card: the saved one without `paymentMethodId`. `holdId` names its hold, once that is
 * known.
 */
export type CardAttempt = { token: string; paymentMethodId?: string; holdId?: string }

/** Outcome of a try. After `again` the same try continues where it stopped; the others are final. */
export type CardOutcome =
  | { kind: 'held' }
  /** The card was declined: the sentence belongs under it. */
  | { kind: 'card'; sentence: string }
  /** The appointment is past or cancelled by now. */
  | { kind: 'link' }
  | { kind: 'again'; sentence: string; attempt: CardAttempt }
  /** Nothing was tried: the address of the account is unproven, and this would be its second card. */
  | { kind: 'unproven'; sentence: string }

const pressAgain =
  'We do not know yet whether your card is held: press Confirm this card again, nothing is held twice.'

function outcomeOf(error: CallError, attempt: CardAttempt): CardOutcome {
  if (error.code === 'card_refused') return { kind: 'card', sentence: error.message }
  if (error.code === 'link_not_valid') return { kind: 'link' }
  if (error.code === 'email_not_proven') return { kind: 'unproven', sentence: error.message }
  // A refusal already says that the outcome is unknown.
  const isUnknown = error.outcomeUnknown && error.code === null
  return { kind: 'again', sentence: isUnknown ? `${error.message} ${pressAgain}` : error.message, attempt }
}

function stillOpen(problem: string | null, attempt: CardAttempt): CardOutcome {
  const why = fullSentence(problem ?? 'Payment confirmation failed')
  return { kind: 'again', sentence: `${why} Nothing is held yet: please try again.`, attempt }
}

/**
 * Requests a hold on the card, lets the customer confirm it with the bank if needed, and asks the server
 * again for the outcome: only the server's answer counts. Handles every failure of the server and the
 * network.
 */
export async function confirmCard(
  attempt: CardAttempt,
  confirmHold: Card['confirmHold'],
): Promise<CardOutcome> {
  let asked = attempt
  try {
    let reply = await call('appointments.confirmCard', { body: asked })
    if (reply.holdId !== null) asked = { ...asked, holdId: reply.holdId }
    if (reply.requiresAction && reply.clientSecret !== undefined) {
      const problem = await confirmHold(reply.clientSecret)
      reply = await call('appointments.confirmCard', { body: asked })
      if (reply.requiresAction) return stillOpen(problem, asked)
    }
    return reply.held ? { kind: 'held' } : stillOpen(null, asked)
  } catch (error) {
    if (error instanceof CallError) return outcomeOf(error, asked)
    throw error
  }
}
