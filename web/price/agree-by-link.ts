import type { LinkedAgreement } from '../../contract/payments/price-endpoints.ts'
import type { CardConfirmationReply } from '../../contract/payments/card-confirmation.ts'
import { declineOfSavedCard } from '../../contract/payments/decline-words.ts'
import { CallError } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { fullSentence } from '../payments/full-sentence.ts'

/** `changed`: the price or its sentence is another by now. `phone`: the sentence belongs to the digits. */
export type AgreeOutcome =
  | { kind: 'agreed' }
  | { kind: 'changed' }
  | { kind: 'phone' | 'problem'; sentence: string }

const unknown = 'We don’t know yet whether we got it. Tap the button again: it counts once.'

/**
 * Agrees to the total, lets the customer confirm the extra amount with their bank where it asks, and sends
 * the same request again for the outcome: only the server's answer counts.
 */
export async function agreeByLink(
  agreement: LinkedAgreement,
  send: (agreement: LinkedAgreement) => Promise<CardConfirmationReply>,
  confirmHold: (clientSecret: string) => Promise<string | null>,
): Promise<AgreeOutcome> {
  try {
    let reply = await send(agreement)
    let problem: string | null = null
    if (reply.requiresAction && reply.clientSecret !== undefined) {
      problem = await confirmHold(reply.clientSecret)
      reply = await send(agreement)
    }
    if (reply.held) return { kind: 'agreed' }
    const why = fullSentence(problem ?? 'Your bank hasn’t confirmed it')
    return { kind: 'problem', sentence: declineOfSavedCard(why) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'price_changed' || error.code === 'wording_changed') return { kind: 'changed' }
    if (error.code === 'phone_not_matching') return { kind: 'phone', sentence: error.message }
    return { kind: 'problem', sentence: problemWords(error, unknown) }
  }
}
