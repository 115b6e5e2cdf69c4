import { formatCents } from '../../contract/money.ts'
import { priceLineWords, type PriceLineKind } from '../../contract/payments/day-price.ts'
import type { LinkedPrice } from '../../contract/payments/price-endpoints.ts'

type Asked = Pick<
  LinkedPrice,
  'priceCents' | 'agreedCents' | 'totalCents' | 'dueCents' | 'coveredCents' | 'onHoldCents' | 'lines' | 'card'
>

const isAddition: Record<PriceLineKind, boolean> = { part: true, labor: true, discount: false, tip: false }

const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' })

/**
 * Words for the customer who is asked about a price: the agreed total, the new one, and the added lines.
 * Pure.
 */
export function changeWordsOf(price: Asked): { title: string; detail: string } {
  const { priceCents, agreedCents, totalCents, onHoldCents, lines } = price
  const total = formatCents(totalCents)
  if (totalCents > agreedCents) {
    const title = `You agreed to ${formatCents(agreedCents)} before. The shop asks for ${total} now.`
    const added = lines.filter(({ kind }) => isAddition[kind])
    // After an agreement to some of the lines it is not known here to which. A tip stays with another
    // package.
    if (agreedCents !== priceCents || added.length === 0)
      return { title, detail: `That is ${formatCents(totalCents - agreedCents)} more.` }
    const named = added.map(
      ({ kind, description, amountCents }) =>
        `${description} (${priceLineWords[kind].toLowerCase()}, ${formatCents(amountCents)})`,
    )
    return { title, detail: `The shop added ${conjunction.format(named)}.` }
  }
  const extraCents = notHeldCents(price)
  if (extraCents > 0 && onHoldCents === 0)
    return {
      title: `You agreed to ${total}. It isn’t held on your card yet.`,
      detail: `Agree again to hold ${formatCents(extraCents)} of it. Your bank may ask you to confirm.`,
    }
  return extraCents > 0
    ? {
        title: `You agreed to ${total}. ${formatCents(extraCents)} of it isn’t held on your card yet.`,
        detail: 'Agree again to hold it. Your bank may ask you to confirm.',
      }
    : { title: `Your total is ${total}.`, detail: 'Please check it and sign.' }
}

/** The part of an agreed amount that is still to be held; 0 without a card. */
function notHeldCents({ dueCents, coveredCents, onHoldCents, card }: Asked): number {
  // Of some cards more can be captured than is held, and an extra amount has a hold of its own.
  return card === null ? 0 : Math.max(0, dueCents - Math.max(coveredCents, onHoldCents))
}

/**
 * Words above the shop's phone, and the sentence after it: for a customer who does not agree, and for one who
 * agreed and whose amount could not be held. Pure.
 */
export function otherWayOf(price: Asked): { title: string; detail: string | null } {
  const { agreedCents, totalCents } = price
  if (totalCents > agreedCents)
    return {
      title: 'I don’t agree',
      detail: `Without your agreement we charge no more than ${formatCents(agreedCents)}.`,
    }
  return notHeldCents(price) > 0
    ? { title: 'Another way to pay', detail: 'You can also pay at the shop.' }
    : { title: 'I don’t agree', detail: null }
}
