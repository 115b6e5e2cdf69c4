/**
 * Card brands as the provider spells them, and as they are displayed.
 * https://docs.stripe.com/api/payment_methods/object
 */
const brandNames: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
])

/** Wallets whose cards are taken, as the provider spells them, in the order of their buttons. */
export const wallets = ['apple_pay', 'google_pay'] as const
export type Wallet = (typeof wallets)[number]

export const walletNames: Record<Wallet, string> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

/** The wallet that the provider names; null for a typed card and for every other wallet. */
export function walletOf(type: string | null | undefined): Wallet | null {
  return wallets.find((wallet) => wallet === type) ?? null
}

export type CardShown = { brand: string; lastFour: string; wallet?: Wallet | null | undefined }

/** 'Visa ending in 4242', with ' (Apple Pay)' for a card from a wallet; `other` replaces an unknown brand. */
export function formatCard({ brand, lastFour, wallet }: CardShown, other = 'Card'): string {
  const card = `${brandNames.get(brand) ?? other} ending in ${lastFour}`
  return wallet ? `${card} (${walletNames[wallet]})` : card
}

/**
 * The card within a sentence: 'your Visa ending in 4242', or 'your card' when the provider gave no details.
 */
export function yourCard(card: CardShown | null): string {
  return card ? `your ${formatCard(card, 'card')}` : 'your card'
}
