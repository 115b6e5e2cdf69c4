import { formatCents } from '../../contract/money.ts'
import { formatTaxRate, taxOfTotal } from '../../contract/payments/sales-tax.ts'

type Priced = { packageId: number; priceCents: number; percent: number | null }

/**
 * The sales tax of the first package that has a taxable share, at the typed rate: 'A $499 package with 60%
 * taxable parts at 10.25% includes $27.84 tax.' Null without a rate or a share. Pure.
 */
export function taxExample(taxRate: number | null, packages: readonly Priced[]): string | null {
  const sample = packages.find(({ percent }) => percent !== null)
  if (taxRate === null || sample === undefined || sample.percent === null) return null
  const { priceCents, percent } = sample
  const taxCents = taxOfTotal({ taxRate, taxablePercent: percent }, { priceCents, lines: [] })
  return `A ${formatCents(priceCents)} package with ${percent}% taxable parts at ${formatTaxRate(taxRate)} includes ${formatCents(taxCents)} tax.`
}
