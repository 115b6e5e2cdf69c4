import { formatCents } from '../money.ts'
import { formatCard, type CardShown } from './card-brand.ts'

/**
 * The sentence by which a customer agrees to a total. `dueCents`: the part of it that is not paid yet.
 * `coveredCents`: the part of that which the hold of the price covers. `onHoldCents`: held on the card now,
 * which may be more, as lines were removed or a tip became smaller. `card`: null where nothing is charged to
 * a card.
 */
export function agreementWording(facts: {
  totalCents: number
  dueCents: number
  coveredCents: number
  onHoldCents: number
  card: CardShown | null
}): string {
  const { totalCents, dueCents, coveredCents, onHoldCents, card } = facts
  const total = `I agree to pay a total of ${formatCents(totalCents)} for this job.`
  if (card === null) return total
  const paidCents = totalCents - dueCents
  const charged =
    paidCents === 0
      ? 'It is charged'
      : `${formatCents(paidCents)} of it is paid. The other ${formatCents(dueCents)} is charged`
  // An extra hold of before counts: a larger one takes its place.
  const extraCents = dueCents - Math.max(coveredCents, onHoldCents)
  const held =
    surplusWords(facts, 'my') ??
    (extraCents > 0
      ? `${formatCents(extraCents)} ${onHoldCents > 0 ? 'more' : 'of it'} is held until then.`
      : null)
  return [
    total,
    `${charged} to my ${formatCard(card, 'card')} once the work is done.`,
    ...(held === null ? [] : [held]),
  ].join(' ')
}

/**
 * The sentence about an amount on the card that is above the one to be charged; null where it is not.
 * `whose`: in the words of the customer, to them, or about them.
 */
export function surplusWords(
  { onHoldCents, dueCents }: { onHoldCents: number; dueCents: number },
  whose: 'my' | 'your' | 'the',
): string | null {
  if (dueCents === 0 || onHoldCents <= dueCents) return null
  return `${formatCents(onHoldCents)} is held on ${whose} card. Only ${formatCents(dueCents)} of it is charged, and ${whose} bank releases the rest.`
}
