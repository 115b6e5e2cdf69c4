import type { CardLimitName } from '../../contract/booking/customer-limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Config } from '../config.ts'

/** Milliseconds in which cards and refusals are counted. */
export const cardWindowMs = 3_600_000
/** Milliseconds for which an attempt without an answer counts as one that may be refused. */
export const openAttemptMs = 30_000

/** Times of the earlier attempts that count against one more, the latest first. */
export type EarlierAttempts = {
  /** Whether the account has tried another card. */
  hasOtherCard: boolean
  /** Other cards of the account, within the window. */
  otherCards: readonly Date[]
  /** Refusals and unconfirmed attempts of this card, by any account, within the window. */
  refusalsOfCard: readonly Date[]
  /** Refused and unconfirmed cards of the network, each once for an account, within the window. */
  refusedCards: readonly Date[]
  /** Attempts of this card, and cards of the network, whose answers are outstanding, counted likewise. */
  openOfCard: number
  openOfNetwork: number
}

type CardLimits = Pick<Config['limits'], 'cards' | 'allowsUnprovenCards' | 'refusedCards' | 'refusalsOfCard'>

/** The seconds until fewer than `max` of the events lie within the window; null when fewer do now. */
function waitFor(events: readonly Date[], max: number, now: number): number | null {
  const decisive = events[max - 1]
  if (!decisive) return null
  return Math.max(1, Math.ceil((decisive.getTime() + cardWindowMs - now) / 1000))
}

const sentences: Record<CardLimitName, string> = {
  cards_of_account: 'You have tried several cards. You can use one of them again now, but no other card yet.',
  declines_of_card:
    'This card was declined or left unconfirmed too often. Use another card, or try again later.',
  declines_of_network:
    'Too many cards from your network were declined or left unconfirmed. No card can be tried from it for a while.',
}
const busySentence = 'We’re checking other cards from your network right now. Try again in a few seconds.'

/** The refusal of a card attempt above a limit. */
export class CardLimitReached extends Refusal {
  readonly limit: CardLimitName

  constructor(limit: CardLimitName, retryAfterSeconds: number, sentence = sentences[limit]) {
    super('too_many_requests', { sentence, retryAfterSeconds })
    this.limit = limit
  }
}

/** Seconds after which an outstanding answer has come. */
const busySeconds = 5

/**
 * Refusal of one more card attempt; null for an attempt within the limits. Attempts whose answers are
 * outstanding count like refused ones, so that a burst gains nothing.
 */
export function findCardRefusal(
  earlier: EarlierAttempts,
  { isProven, limits, now }: { isProven: boolean; limits: CardLimits; now: number },
): Refusal | null {
  const account = waitFor(earlier.otherCards, limits.cards, now)
  if (account !== null) return new CardLimitReached('cards_of_account', account)
  if (!isProven && !limits.allowsUnprovenCards && earlier.hasOtherCard)
    return new Refusal('email_not_proven', {
      sentence: 'Please confirm your email address before you try another card.',
    })
  const card = waitFor(earlier.refusalsOfCard, limits.refusalsOfCard, now)
  if (card !== null) return new CardLimitReached('declines_of_card', card)
  const network = waitFor(earlier.refusedCards, limits.refusedCards, now)
  if (network !== null) return new CardLimitReached('declines_of_network', network)
  if (earlier.refusalsOfCard.length + earlier.openOfCard >= limits.refusalsOfCard)
    return new CardLimitReached('declines_of_card', busySeconds, busySentence)
  return earlier.refusedCards.length + earlier.openOfNetwork >= limits.refusedCards
    ? new CardLimitReached('declines_of_network', busySeconds, busySentence)
    : null
}
