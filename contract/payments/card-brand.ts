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

type CardShown = { brand: string; lastFour: string }

/** 'Visa ending in 4242'; `other` replaces an unknown brand. */
export function formatCard({ brand, lastFour }: CardShown, other = 'Card'): string {
  return `${brandNames.get(brand) ?? other} ending in ${lastFour}`
}
