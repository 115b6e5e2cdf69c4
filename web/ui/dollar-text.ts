import { mostLineCents } from '../../contract/limits.ts'
import { formatCents } from '../../contract/money.ts'

/** Dollars with at most two digits after the dot; commas only between groups of three digits. */
const dollarText = /^([-−–])?\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{0,9})(?:\.(\d{0,2}))?$/

/**
 * The exact cents of an amount that a person typed in dollars: '49.50', '$1,200', '-50'. Null for every other
 * text, also for parts of a cent. Pure.
 */
export function parseDollars(text: string): number | null {
  const [, minus, whole = '', cents = ''] = dollarText.exec(text.trim()) ?? []
  if (whole + cents === '') return null
  const size = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
  return minus === undefined || size === 0 ? size : -size
}

export type ReadAmount = { ok: true; cents: number } | { ok: false; sentence: string }

const no = (sentence: string): ReadAmount => ({ ok: false, sentence })

/**
 * Reads a typed amount above zero and of at most `mostCents`. Answers with a sentence about the fault of
 * another text. Pure.
 */
export function readAmount(text: string, mostCents: number = mostLineCents): ReadAmount {
  const typed = text.trim()
  if (typed === '') return no('Please enter an amount')
  if (/^\$?\s*[-−–]/.test(typed)) return no('Please enter an amount above $0')
  if (/^[\d$,\s]*\.\d{3,}$/.test(typed)) return no('Please enter whole cents, like 49.50')
  const cents = /^\d{10,}$/.test(typed) ? Number.POSITIVE_INFINITY : parseDollars(typed)
  if (cents === null) return no('Please enter an amount in dollars, like 49.50')
  if (cents === 0) return no('Please enter an amount of at least $0.01')
  if (cents > mostCents) return no(`Please enter an amount of at most ${formatCents(mostCents)}`)
  return { ok: true, cents }
}

/** Cents as a person types them: '49.50', '1200', '-50'. */
export function dollarsText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}
