import { formatCents } from '../money.ts'
import { formatCard, type CardShown } from './card-brand.ts'

/**
 * The sentence by which a customer agrees to a total. `dueCents`: the part of it that is not paid yet.
 * `heldCents`: the part of that which the hold of the price covers. `card`: null where nothing is charged to
 * a card.
 */
export function agreementWording(facts: {
  totalCents: number
  dueCents: number
  heldCents: number
  card: CardShown | null
}): string {
  const { totalCents, dueCents, heldCents, card } = facts
  const total = `I agree to pay a total of ${formatCents(totalCents)} for this job.`
  if (card === null) return total
  const paidCents = totalCents - dueCents
  const charged =
    paidCents === 0
      ? 'It is charged'
      : `${formatCents(paidCents)} of it is paid. The other ${formatCents(dueCents)} is charged`
  const extraCents = dueCents - heldCents
  return [
    total,
    `${charged} to my ${formatCard(card, 'card')} once the work is done.`,
    ...(extraCents > 0 ? [`${formatCents(extraCents)} more is held until then.`] : []),
  ].join(' ')
}
