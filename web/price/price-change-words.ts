import { formatCents } from '../../contract/money.ts'
import { priceLineWords, type PriceLineKind } from '../../contract/payments/day-price.ts'
import type { LinkedPrice } from '../../contract/payments/price-endpoints.ts'

type Asked = Pick<
  LinkedPrice,
  'priceCents' | 'agreedCents' | 'totalCents' | 'dueCents' | 'coveredCents' | 'onHoldCents' | 'lines'
>

const isAddition: Record<PriceLineKind, boolean> = { part: true, labor: true, discount: false, tip: false }

const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' })

/**
 * Words for the customer who is asked about a price: the agreed total, the new one, and the added lines.
 * Pure.
 */
export function changeWordsOf(price: Asked): { title: string; detail: string } {
  const { priceCents, agreedCents, totalCents, dueCents, coveredCents, onHoldCents, lines } = price
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
  // Of some cards more can be captured than is held, and an extra amount has a hold of its own.
  const extraCents = dueCents - Math.max(coveredCents, onHoldCents)
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
