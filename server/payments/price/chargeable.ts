import { leastTotalCents } from '../../../contract/limits.ts'
import { formatCents } from '../../../contract/money.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { AppointmentRow } from '../../database/rows.ts'

/**
 * Refuses as `extra_too_low` an extra amount that the card provider would not charge; `sentence`: to another
 * reader than the shop.
 */
export function requireChargeable(extraCents: number, sentence?: string): void {
  if (extraCents < leastTotalCents) refuse('extra_too_low', sentence === undefined ? {} : { sentence })
}

/** A price as it would be: `paidCents` at the shop, and the rest. */
type Rest = { appointment: Pick<AppointmentRow, 'pays_by'>; paidCents: number; restCents: number }

/**
 * Refuses as `total_too_low` a change of the price whose rest the card provider would not charge. After a
 * payment at the shop a job without a card may have any rest. `ownSentence`: to another reader than the shop.
 */
export function requireEnoughLeft(
  { appointment, paidCents, restCents }: Rest,
  field?: string,
  ownSentence?: string,
): void {
  const hasCard = appointment.pays_by === 'card'
  if (restCents >= (hasCard || paidCents === 0 ? leastTotalCents : 1)) return
  const paid = `The customer has paid ${formatCents(paidCents)} at the shop.`
  const sentence =
    ownSentence ??
    (hasCard
      ? `${paid} At least ${leastWords} must be left for the card.`
      : `${paid} The total must be above that.`)
  refuse('total_too_low', {
    ...(paidCents > 0 && { sentence }),
    ...(field !== undefined && { field }),
  })
}

/** Refuses as `total_too_low` a part at the shop that leaves less than the card provider charges. */
export function requireEnoughForCard(restCents: number): void {
  if (restCents < leastTotalCents)
    refuse('total_too_low', {
      field: 'amountCents',
      sentence: `The rest on the card must be at least ${leastWords}. Take the whole amount, or leave more.`,
    })
}

/** Refuses as `total_too_low` a due amount that the card provider would not charge. */
export function requireEnoughDue(dueCents: number): void {
  if (dueCents < leastTotalCents)
    refuse('total_too_low', {
      sentence: `A card can’t be charged less than ${leastWords}. Take the rest at the shop.`,
    })
}

const leastWords = formatCents(leastTotalCents)
