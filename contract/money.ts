// Making a formatter costs a thousand times what using one does.
const dollars = { style: 'currency', currency: 'USD' } as const
const wholeDollars = new Intl.NumberFormat('en-US', { ...dollars, minimumFractionDigits: 0 })
const dollarsAndCents = new Intl.NumberFormat('en-US', { ...dollars, minimumFractionDigits: 2 })

/** Writes integer cents as US dollars the way the product shows prices: whole dollars without cents ("$499"), others with two places. */
export function formatCents(cents: number): string {
  const format = cents % 100 === 0 ? wholeDollars : dollarsAndCents
  return format.format(cents / 100)
}

/** Whether an amount in dollars, as it comes over the wire, is exactly so many integer cents. */
export function isAmountOf(dollars: number, cents: number): boolean {
  return dollars === cents / 100
}
