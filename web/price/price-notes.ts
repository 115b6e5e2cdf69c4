import { formatCents } from '../../contract/money.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { surplusWords } from '../../contract/payments/price-words.ts'
import { waysToSettle } from '../../contract/payments/staff-price-words.ts'
import { formatMoment, theCard } from '../admin/admin-words.ts'
import { fullSentence } from '../payments/full-sentence.ts'
import { isAwaitingCustomer } from './price-actions.ts'

export type PriceNote = { tone: 'info' | 'good' | 'warn' | 'bad'; text: string }

type Told = Pick<
  DayPrice,
  | 'totalCents'
  | 'agreedCents'
  | 'dueCents'
  | 'needsAgreement'
  | 'agreement'
  | 'extra'
  | 'card'
  | 'askedAt'
  | 'isAsked'
  | 'onHoldCents'
  | 'capturedCents'
>

/** 'Nov 28, 4:39 PM', which no line breaks. */
export function priceMoment(instant: string, timeZone: string): string {
  return formatMoment(instant, timeZone).replaceAll(/\s/g, '\u00A0')
}

/** The agreement and the extra hold of a price, in sentences for staff. Pure. */
export function priceNotesOf(price: Told, timeZone: string): PriceNote[] {
  return [...agreementNotes(price, timeZone), ...extraNotes(price), ...surplusNotes(price)]
}

function agreementNotes(price: Told, timeZone: string): PriceNote[] {
  const { agreement, needsAgreement, askedAt, totalCents, agreedCents } = price
  const on = (instant: string) => priceMoment(instant, timeZone)
  const waiting: PriceNote[] =
    askedAt !== null && isAwaitingCustomer(price)
      ? [{ tone: 'info', text: `Waiting for the customer. Sent ${on(askedAt)}.` }]
      : []
  if (needsAgreement) {
    const [before, now] = [formatCents(agreedCents), formatCents(totalCents)]
    return waiting.length > 0
      ? [...waiting, { tone: 'info', text: `They agreed to ${before} before. The total is ${now} now.` }]
      : [
          {
            tone: 'warn',
            text: `The customer agreed to ${before}. Ask them to agree to ${now} before you charge.`,
          },
        ]
  }
  if (agreement !== null) {
    const way = agreement.via === 'shop' ? 'at the shop' : 'by the link'
    return [
      {
        tone: 'good',
        text: `${agreement.signerName} agreed to ${formatCents(agreement.totalCents)} ${way}, ${on(agreement.agreedAt)}.`,
      },
      ...waiting,
    ]
  }
  return []
}

/** Lines were removed, or a tip became smaller. */
function surplusNotes(price: Told): PriceNote[] {
  const text = surplusWords(price, 'the')
  return text === null ? [] : [{ tone: 'info', text }]
}

function extraNotes(price: Told): PriceNote[] {
  const { extra, card, needsAgreement, agreement, dueCents } = price
  const amount = extraInWords(price)
  // Nothing is held before the agreement.
  const isNeeded = !needsAgreement && agreement !== null && dueCents > 0 && extra.amountCents > 0
  switch (extra.state) {
    case 'none':
      return isNeeded && card !== null
        ? [{ tone: 'info', text: `${amount} isn’t held yet. We hold it when you charge.` }]
        : []
    case 'requested':
      return [{ tone: 'info', text: `We’re holding ${amount} on ${theCard(card)}.` }]
    case 'confirming':
      return [
        {
          tone: 'warn',
          text: `The bank wants the customer to confirm ${amount}. It’s held once they do.`,
        },
      ]
    case 'held':
      return [{ tone: 'good', text: `${amount} is held on ${theCard(card)}.` }]
    case 'refused':
      return isNeeded ? [{ tone: 'bad', text: refusedWords(price) }] : []
    case 'ended':
      return isNeeded
        ? [{ tone: 'warn', text: `The hold of ${amount} has ended. We hold it again when you charge.` }]
        : []
    case 'captured':
      return []
  }
}

/** '$120 more'; '$120' once the hold of the price has ended, so that there is nothing to add to. */
function extraInWords({ extra, onHoldCents }: Told): string {
  const heldBesideCents = onHoldCents - (extra.state === 'held' ? extra.amountCents : 0)
  return `${formatCents(extra.amountCents)}${heldBesideCents > 0 ? ' more' : ''}`
}

function refusedWords(price: Told): string {
  const { extra, capturedCents } = price
  const why = fullSentence(extra.sentence ?? 'The card was declined')
  return capturedCents > 0
    ? `The other ${formatCents(extra.amountCents)} isn’t charged: ${why} ${formatCents(capturedCents)} was charged before. Try again, or ${waysToSettle(capturedCents)}`
    : `${extraInWords(price)} isn’t held: ${why} You can ${waysToSettle(0)}`
}
