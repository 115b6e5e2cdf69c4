import { priceWithLines, type PriceLineKind, type PricePart } from './day-price.ts'

/** The tax of a shop on one package. `taxRate` in thousandths of a percent, `taxablePercent` of its price. */
export type TaxTerms = { taxRate: number; taxablePercent: number }

export const taxRateLimits = { min: 1, max: 30_000 } as const
export const taxRateSentence = `Please enter a rate between ${taxRateLimits.min / 1000} and ${taxRateLimits.max / 1000} percent`
export const taxablePercentLimits = { min: 1, max: 100 } as const
export const taxablePercentSentence = `Please enter a share between ${taxablePercentLimits.min} and ${taxablePercentLimits.max} percent`

type TaxedPrice = { priceCents: number; lines: readonly PricePart[] }

/** '9.75%' */
export function formatTaxRate(taxRate: number): string {
  return `${taxRate / 1000}%`
}

/**
 * The place of each kind of line in the price. `taxable` and `untaxed` stand before the discount, which
 * lowers both alike; `beside` is neither taxed nor lowered.
 */
const placeOf: Record<PriceLineKind, 'taxable' | 'untaxed' | 'discount' | 'beside'> = {
  part: 'taxable',
  labor: 'untaxed',
  discount: 'discount',
  tip: 'beside',
}

/** 100 % in thousandths of a percent. */
const whole = 100_000n

/**
 * The sales tax that a paid amount includes, in integer cents, half a cent rounded up, once for the document.
 * The taxable share of the package and all added parts are taxable; labor and tips are not (California's
 * Regulation 1546 taxes materials and fixtures, and no installation labor). A discount lowers the taxable and
 * the other part alike. `paidCents`: the amount paid, of the total of price and lines. Pure.
 * https://www.cdtfa.ca.gov/lawguides/vol1/sutr/1546.html
 */
export function taxOfPaid(
  { taxRate, taxablePercent }: TaxTerms,
  { priceCents, lines }: TaxedPrice,
  paidCents: number,
): number {
  const sums = { taxable: 0, untaxed: 0, discount: 0, beside: 0 }
  for (const { kind, amountCents } of lines) sums[placeOf[kind]] += amountCents
  const beforeDiscount = BigInt(priceCents + sums.taxable + sums.untaxed)
  const afterDiscount = beforeDiscount - BigInt(sums.discount)
  const total = afterDiscount + BigInt(sums.beside)
  if (total <= 0n || paidCents <= 0) return 0
  // Hundredths of a cent, so that the only rounding is the last one.
  const taxable = BigInt(priceCents * taxablePercent + sums.taxable * 100)
  const rate = BigInt(taxRate)
  const above = taxable * afterDiscount * BigInt(paidCents) * rate
  const below = 100n * beforeDiscount * total * (whole + rate)
  return Number((2n * above + below) / (2n * below))
}

/** The sales tax that the total includes, in integer cents. Pure. */
export function taxOfTotal(terms: TaxTerms, price: TaxedPrice): number {
  return taxOfPaid(terms, price, priceWithLines(price.priceCents, price.lines))
}
