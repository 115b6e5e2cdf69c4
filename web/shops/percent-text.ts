import {
  taxablePercentLimits,
  taxablePercentSentence,
  taxRateLimits,
  taxRateSentence,
} from '../../contract/payments/sales-tax.ts'

/** The integer read from a typed percentage; null for an empty text. */
export type ReadPercent = { ok: true; value: number | null } | { ok: false; sentence: string }

const within = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max

/** Reads '9.75' as 9750 thousandths of a percent; an empty text turns sales tax off. Pure. */
export function readTaxRate(text: string): ReadPercent {
  const typed = text.replace('%', '').trim()
  if (typed === '') return { ok: true, value: null }
  const match = /^(\d{1,3})?(?:\.(\d*))?$/.exec(typed)
  const [, whole = '', rest = ''] = match ?? []
  if (!match || whole + rest === '')
    return { ok: false, sentence: 'Please enter a rate in percent, like 9.75' }
  if (rest.length > 3) return { ok: false, sentence: 'Please use at most 3 digits after the dot' }
  const value = Number(whole) * 1000 + Number(rest.padEnd(3, '0'))
  return within(value, taxRateLimits) ? { ok: true, value } : { ok: false, sentence: taxRateSentence }
}

/** Reads '60' as a share of 60 percent; an empty text means no taxable parts. Pure. */
export function readShare(text: string): ReadPercent {
  const typed = text.replace('%', '').trim()
  if (typed === '') return { ok: true, value: null }
  const value = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  return within(value, taxablePercentLimits)
    ? { ok: true, value }
    : { ok: false, sentence: taxablePercentSentence }
}

/** 9750 thousandths of a percent as '9.75'. */
export function taxRateText(rate: number | null): string {
  return rate === null ? '' : String(rate / 1000)
}
