import { formatCents } from '../../contract/money.ts'
import { priceLineWords } from '../../contract/payments/day-price.ts'
import type { LinkedPrice } from '../../contract/payments/price-endpoints.ts'

type Asked = Pick<
  LinkedPrice,
  'priceCents' | 'agreedCents' | 'totalCents' | 'dueCents' | 'heldCents' | 'lines'
>

const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' })

/**
 * The question of a price to its customer: what they agreed to, what is asked now, and what was added. Pure.
 */
export function changeWordsOf(price: Asked): { title: string; detail: string } {
  const { priceCents, agreedCents, totalCents, dueCents, heldCents, lines } = price
  const total = formatCents(totalCents)
  if (totalCents > agreedCents) {
    const title = `You agreed to ${formatCents(agreedCents)} before. The shop asks for ${total} now.`
    const added = lines.filter(({ kind }) => kind === 'part' || kind === 'labor')
    // After an agreement to some of the lines it is not known here to which.
    if (agreedCents !== priceCents)
      return { title, detail: `That is ${formatCents(totalCents - agreedCents)} more.` }
    const named = added.map(
      ({ kind, description, amountCents }) =>
        `${description} (${priceLineWords[kind].toLowerCase()}, ${formatCents(amountCents)})`,
    )
    return { title, detail: `The shop added ${conjunction.format(named)}.` }
  }
  const extraCents = dueCents - heldCents
  return extraCents > 0
    ? {
        title: `You agreed to ${total}. ${formatCents(extraCents)} of it isn’t held on your card yet.`,
        detail: 'Agree again to hold it. Your bank may ask you to confirm.',
      }
    : { title: `Your total is ${total}.`, detail: 'Please check it and sign.' }
}
