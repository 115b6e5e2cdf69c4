/** The brands of cards as the provider writes them, and as their owners do. https://docs.stripe.com/api/payment_methods/object */
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

/** 'Visa ending in 4242'; `other` stands for a brand that nobody knows. */
export function formatCard({ brand, lastFour }: CardShown, other = 'Card'): string {
  return `${brandNames.get(brand) ?? other} ending in ${lastFour}`
}
