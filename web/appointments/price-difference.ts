import { formatCents } from '../../contract/money.ts'

/** A price difference in words: '$300 less', '$500 more', or null for the same price. Integer cents. */
export function priceDifference(presentCents: number, otherCents: number): string | null {
  if (presentCents === otherCents) return null
  const size = formatCents(Math.abs(otherCents - presentCents))
  return otherCents < presentCents ? `${size} less` : `${size} more`
}
