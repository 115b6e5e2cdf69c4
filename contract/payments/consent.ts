import { hoursInWords } from '../booking/cancellation-terms.ts'
import { brandName } from '../brand.ts'
import { formatCents } from '../money.ts'
import { walletNames, wallets, type Wallet } from './card-brand.ts'

/** The buttons by which a customer agrees to a hold, by the purpose of the hold. */
export const consentButtons = {
  booking: 'Secure Appointment',
  package: 'Agree and Change',
  confirmation: 'Confirm this card',
  replacement: 'Use this card',
} as const
export type ConsentPurpose = keyof typeof consentButtons

/** The recorded consent of a hold: the tapped button, and the text that was shown with it. */
export type Consent = { button: string; text: string }

type ConsentTerms = {
  priceCents: number
  /** The card within the sentence, where it is known. */
  card?: string
  /** The wallets whose buttons stand below the sentence. */
  shownWallets?: readonly Wallet[]
  /** The fee for a late cancellation or a no-show; null or missing without one. */
  lateFee?: LateFee | null
}

/** A fee that a cancellation costs from `freeHours` before the start on. */
export type LateFee = { feeCents: number; freeHours: number }

const disjunction = new Intl.ListFormat('en-US', { type: 'disjunction' })

/**
 * The customer's consent by tapping one of the buttons: a hold lapses before most installations, so the card
 * is saved to renew it.
 */
export function consentSentence(
  purpose: ConsentPurpose,
  { priceCents, card = 'this card', shownWallets = [], lateFee = null }: ConsentTerms,
): string {
  const named = wallets.filter((wallet) => shownWallets.includes(wallet)).map((wallet) => walletNames[wallet])
  const buttons = disjunction.format([consentButtons[purpose], ...named])
  return `By tapping ${buttons}, you authorize ${brandName} to place a hold of ${formatCents(priceCents)} on ${card}, save the card, renew the hold if it expires before your appointment, and charge it after the installation.${lateFee === null ? '' : lateFeeSentence(lateFee)} We won’t use it for anything else.`
}

function lateFeeSentence({ feeCents, freeHours }: LateFee): string {
  return ` If you cancel less than ${hoursInWords(freeHours)} before your appointment or don’t come, you authorize us to charge a fee of ${formatCents(feeCents)} instead.`
}

/**
 * The consent to record with a hold. `paidWith`: the wallet that the card came from by the provider's word;
 * its button was shown, since no other opens a wallet.
 */
export function consentTo(
  purpose: ConsentPurpose,
  { paidWith = null, shownWallets = [], ...terms }: ConsentTerms & { paidWith?: Wallet | null },
): Consent {
  const shown = paidWith === null ? shownWallets : [...shownWallets, paidWith]
  return {
    button: paidWith === null ? consentButtons[purpose] : walletNames[paidWith],
    text: consentSentence(purpose, { ...terms, shownWallets: shown }),
  }
}

/** The text of holds from before texts were recorded. */
export function unrecordedConsent(
  purpose: 'booking' | 'package' | 'confirmation',
  priceCents: number,
): Consent {
  const button = consentButtons[purpose]
  return {
    button,
    text: `By pressing ${button} you allow ${brandName} to place a hold of ${formatCents(priceCents)} on this card, and to save the card to renew the hold until this appointment and to charge it once the installation is done. The card is used for nothing else.`,
  }
}
