import { formatCents } from '../../contract/money.ts'
import { mostLineCents } from '../../contract/limits.ts'

export type ReadAmount = { ok: true; cents: number } | { ok: false; sentence: string }

const no = (sentence: string): ReadAmount => ({ ok: false, sentence })

/** Dollars with at most two digits after the dot; commas only between groups of three digits. */
const dollarText = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/

/**
 * The exact cents of a typed amount in dollars: '49.50', '$1,200'. Refuses with a sentence an empty text,
 * zero, a negative amount, fractions of a cent, more than `mostCents`, and every other text. Pure.
 */
export function readAmount(text: string, mostCents: number = mostLineCents): ReadAmount {
  const typed = text.trim()
  if (typed === '') return no('Please enter an amount')
  if (/^\$?\s*[-−–]/.test(typed)) return no('Please enter an amount above $0')
  const match = dollarText.exec(typed)
  const [, whole = '', cents = ''] = match ?? []
  if (!match || whole + cents === '') return no('Please enter an amount in dollars, like 49.50')
  if (cents.length > 2) return no('Please enter whole cents, like 49.50')
  const total = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
  if (total === 0) return no('Please enter an amount of at least $0.01')
  if (total > mostCents) return no(`Please enter an amount of at most ${formatCents(mostCents)}`)
  return { ok: true, cents: total }
}

/** Cents as a person types them: '49.50', '1200'. */
export function amountText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}
