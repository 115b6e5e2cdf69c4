// Creating a formatter costs a thousand times as much as using one.
const dollars = { style: 'currency', currency: 'USD' } as const
const wholeDollars = new Intl.NumberFormat('en-US', { ...dollars, minimumFractionDigits: 0 })
const dollarsAndCents = new Intl.NumberFormat('en-US', { ...dollars, minimumFractionDigits: 2 })

/** Formats integer cents as US dollars: whole dollars without cents ("$499"), others with two decimals. */
export function formatCents(cents: number): string {
  const format = cents % 100 === 0 ? wholeDollars : dollarsAndCents
  return format.format(cents / 100)
}

/** An amount that may be negative: '−$50' with the minus sign of typography, '$50' without a sign. */
export function formatSignedCents(cents: number): string {
  return cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents)
}

/** Whether an amount in dollars from the wire equals integer cents exactly. */
export function isAmountOf(dollars: number, cents: number): boolean {
  return dollars === cents / 100
}
