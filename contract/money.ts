/** Writes integer cents as US dollars the way the product shows prices: whole dollars without cents ("$499"), others with two places. */
export function formatCents(cents: number): string {
  const whole = cents % 100 === 0
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: whole ? 0 : 2,
  }).format(cents / 100)
}

/** Whether an amount in dollars, as it comes over the wire, is exactly so many integer cents. */
export function isAmountOf(dollars: number, cents: number): boolean {
  return dollars === cents / 100
}
