import { formatCents } from '../money.ts'
import { formatCard, type CardShown } from './card-brand.ts'

/**
 * The sentence by which a customer agrees to a total. `card`: null where nothing is charged to a card.
 * `heldCents`: the part of the total that the hold of the price covers.
 */
export function agreementWording(facts: {
  totalCents: number
  heldCents: number
  card: CardShown | null
}): string {
  const { totalCents, heldCents, card } = facts
  const total = `I agree to pay a total of ${formatCents(totalCents)} for this job.`
  if (card === null) return total
  const charged = `It is charged to my ${formatCard(card, 'card')} once the work is done.`
  const extra = totalCents - heldCents
  return extra > 0
    ? `${total} ${charged} ${formatCents(extra)} more is held until then.`
    : `${total} ${charged}`
}
