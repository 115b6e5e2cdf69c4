import { brandName } from '../../contract/brand.ts'
import { formatCents } from '../../contract/money.ts'

/** What the customer is promised about the charge. */
export function chargeSentence(priceCents: number): string {
  return `Your card will only be charged ${formatCents(priceCents)} after the installation is completed and confirmed.`
}

/** What the customer agrees to: the hold at booking lapses before the installation, so the card is kept to renew it. */
export function consentSentence(priceCents: number): string {
  return `By pressing Secure Appointment you allow ${brandName} to place a hold of ${formatCents(priceCents)} on this card, and to save the card to renew the hold until this appointment and to charge it once the installation is done. The card is used for nothing else.`
}

/** Whether this page came over an encrypted connection; a developer's own machine does without. */
export function isConnectionEncrypted(): boolean {
  return window.isSecureContext && window.location.protocol === 'https:'
}
