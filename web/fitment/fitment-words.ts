import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { FitmentReply } from '../../contract/fitment/endpoints.ts'
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
function isNoneFor(verdicts: readonly PackageFitment[]): boolean {
  return verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'does_not_fit')
}

/** The reason that all packages have in common; null when they differ. A condition is each package's own. */
function sharedReasonOf(verdicts: readonly PackageFitment[]): string | null {
  const [first, ...others] = verdicts
  if (!first || others.length === 0 || first.verdict === 'fits_with_condition') return null
  const isShared = others.every(({ verdict, reason }) => verdict === first.verdict && reason === first.reason)
  return isShared && first.reason !== '' ? first.reason : null
}

export type CommonNote = {
  text: string
  /** Whether no package can help this car. */
  isNone: boolean
  /** Whether the reasons of the verdicts add nothing to it. */
  isWholeReason: boolean
}

/** What the verdicts on all packages have in common, to be told once; null when they differ. */
export function commonNoteOf({
  packages,
  hasFactoryCarPlay,
}: Pick<FitmentReply, 'packages' | 'hasFactoryCarPlay'>): CommonNote | null {
  const isNone = isNoneFor(packages)
  if (isNone && hasFactoryCarPlay)
    return {
      text: 'Good news: your car came with CarPlay and Android Auto. You don’t need one of our packages.',
      isNone,
      isWholeReason: true,
    }
  const reason = sharedReasonOf(packages)
  if (reason !== null) return { text: reason, isNone, isWholeReason: true }
  return isNone ? { text: 'None of our packages fits this car.', isNone, isWholeReason: false } : null
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
