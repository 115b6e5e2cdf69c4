import { formatCents } from '../../contract/money.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { formatMoment, theCard } from '../admin/admin-words.ts'
import { fullSentence } from '../payments/full-sentence.ts'

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
  | 'canChange'
>

/** 'Nov 28, 4:39 PM', which no line breaks. */
export function priceMoment(instant: string, timeZone: string): string {
  return formatMoment(instant, timeZone).replaceAll(/\s/g, '\u00A0')
}

/** The agreement and the extra hold of a price, in sentences for staff. Pure. */
export function priceNotesOf(price: Told, timeZone: string): PriceNote[] {
  return [...agreementNotes(price, timeZone), ...extraNotes(price)]
}

function agreementNotes(price: Told, timeZone: string): PriceNote[] {
  const { agreement, needsAgreement, askedAt, totalCents, agreedCents, canChange } = price
  const on = (instant: string) => priceMoment(instant, timeZone)
  if (needsAgreement) {
    const asked = askedAt === null ? 'Ask them' : `You asked on ${on(askedAt)}. Ask again`
    return [
      {
        tone: 'warn',
        text: canChange
          ? `The customer agreed to ${formatCents(agreedCents)}. ${asked} to agree to ${formatCents(totalCents)} before you charge.`
          : `The customer agreed to ${formatCents(agreedCents)}, and the total is ${formatCents(totalCents)}.`,
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
    ]
  }
  if (askedAt !== null && canChange)
    return [{ tone: 'info', text: `You sent the customer the price on ${on(askedAt)}.` }]
  return []
}

function extraNotes({ extra, card, needsAgreement, agreement, dueCents }: Told): PriceNote[] {
  const amount = formatCents(extra.amountCents)
  // Nothing is held before the agreement.
  const isNeeded = !needsAgreement && agreement !== null && dueCents > 0 && extra.amountCents > 0
  switch (extra.state) {
    case 'none':
      return isNeeded && card !== null
        ? [{ tone: 'info', text: `${amount} more isn’t held yet. We hold it when you charge.` }]
        : []
    case 'requested':
      return [{ tone: 'info', text: `We’re holding ${amount} more on ${theCard(card)}.` }]
    case 'confirming':
      return [
        {
          tone: 'warn',
          text: `The bank wants the customer to confirm ${amount} more. It’s held once they do.`,
        },
      ]
    case 'held':
      return [{ tone: 'good', text: `${amount} more is held on ${theCard(card)}.` }]
    case 'refused':
      return isNeeded
        ? [
            {
              tone: 'bad',
              text: `${amount} more isn’t held: ${fullSentence(extra.sentence ?? 'the card was declined')} Send the customer a link, take it another way, or remove lines.`,
            },
          ]
        : []
    case 'ended':
      return isNeeded
        ? [{ tone: 'warn', text: `The hold of ${amount} more has ended. We hold it again when you charge.` }]
        : []
    case 'captured':
      return []
  }
}

/** Whether there is something that the customer can be asked to agree to. */
export function canAgree({
  canChange,
  needsAgreement,
  takesTips,
  agreement,
  extra,
  card,
}: Pick<DayPrice, 'canChange' | 'needsAgreement' | 'takesTips' | 'agreement' | 'extra' | 'card'>): boolean {
  const lacksHold =
    card !== null &&
    agreement !== null &&
    extra.amountCents > 0 &&
    (extra.state === 'none' ||
      extra.state === 'refused' ||
      extra.state === 'ended' ||
      extra.state === 'confirming')
  return canChange && (needsAgreement || lacksHold || takesTips)
}
