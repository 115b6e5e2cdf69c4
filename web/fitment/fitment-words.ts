import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { FitmentOutcome } from '../../contract/fitment/fitment-data.ts'
import type { PackageFitment } from '../../contract/fitment/package-fitment.ts'
import type { BadgeTone } from '../ui/badge.tsx'

export const verdictWords: Readonly<Record<FitmentOutcome, { label: string; tone: BadgeTone }>> = {
  fits: { label: 'Fits', tone: 'green' },
  fits_with_condition: { label: 'Fits, with a condition', tone: 'green' },
  does_not_fit: { label: 'Doesn’t fit', tone: 'neutral' },
  needs_review: { label: 'We need to see it', tone: 'blue' },
  activation_only: { label: 'May only need switching on', tone: 'amber' },
}

/** Whether the package can be booked. */
export function isBookable({ verdict }: Pick<PackageFitment, 'verdict'>): boolean {
  return verdict === 'fits' || verdict === 'fits_with_condition' || verdict === 'needs_review'
}

const names = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** The packages that fit instead, as a sentence; null when none does. */
export function insteadOf(
  productId: number,
  verdicts: readonly PackageFitment[],
  offers: readonly Pick<InstallationPackage, 'id' | 'name'>[],
): string | null {
  const others = offers.filter(({ id }) => {
    const found = verdicts.find((each) => each.productId === id)
    return id !== productId && (found?.verdict === 'fits' || found?.verdict === 'fits_with_condition')
  })
  return others.length === 0 ? null : `Fits this car: ${names.format(others.map(({ name }) => name))}.`
}

/** Whether no package fits and no shop needs to look: the car already has a system, or was never sold. */
export function isNoneFor(verdicts: readonly PackageFitment[]): boolean {
  return verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'does_not_fit')
}

/** Each package with its verdict in one line, for screen readers. */
export function verdictsInWords(
  verdicts: readonly PackageFitment[],
  offers: readonly Pick<InstallationPackage, 'id' | 'name'>[],
): string {
  return offers
    .flatMap(({ id, name }) => {
      const found = verdicts.find(({ productId }) => productId === id)
      return found ? [`${name}: ${verdictWords[found.verdict].label}.`] : []
    })
    .join(' ')
}

/** '30 min', '1 hour' or '1 hour 30 min'. */
export function formatExtraTime(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const whole = hours === 0 ? '' : hours === 1 ? '1 hour' : `${hours} hours`
  return [whole, rest === 0 ? '' : `${rest} min`].filter(Boolean).join(' ')
}

export type Extras = Pick<PackageFitment, 'extraMinutes' | 'extraCents'>

/** A package with the time and the money that its car takes on top. */
export function withExtras<Offered extends InstallationPackage>(
  offered: Offered,
  { extraMinutes, extraCents }: Extras,
): Offered {
  if (extraMinutes === 0 && extraCents === 0) return offered
  const priceCents = offered.priceCents + extraCents
  return {
    ...offered,
    priceCents,
    price: priceCents / 100,
    durationMinutes: offered.durationMinutes + extraMinutes,
    installationTime:
      extraMinutes === 0
        ? offered.installationTime
        : `${offered.installationTime} + ${formatExtraTime(extraMinutes)}`,
  }
}
