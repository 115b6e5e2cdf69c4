import { brandName } from '../brand.ts'
import { formatCents } from '../money.ts'

/** The buttons by which a customer agrees to a hold, by the purpose of the hold. */
export const consentButtons = {
  booking: 'Secure Appointment',
  package: 'Agree and Change',
  confirmation: 'Confirm this card',
} as const

/**
 * The customer's consent by pressing the button: a hold lapses before the installation, so the card is saved
 * to renew it.
 */
export function consentSentence(priceCents: number, button: string, card = 'this card'): string {
  return `By pressing ${button} you allow ${brandName} to place a hold of ${formatCents(priceCents)} on ${card}, and to save the card to renew the hold until this appointment and to charge it once the installation is done. The card is used for nothing else.`
}
