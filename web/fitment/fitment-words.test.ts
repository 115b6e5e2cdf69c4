import { expect, test } from 'vitest'
import type { PackageFitment } from '../../contract/fitment/package-fitment.ts'
import {
  formatExtraTime,
  insteadOf,
  isBookable,
  isNoneFor,
  verdictsInWords,
  withExtras,
} from './fitment-words.ts'

const offers = [
  { id: 1, name: 'Essential' },
  { id: 2, name: 'Premium' },
  { id: 3, name: 'Ultra' },
]

function verdict(
  productId: number,
  outcome: PackageFitment['verdict'],
  reason = `reason ${productId}`,
): PackageFitment {
  return { productId, verdict: outcome, reason, conditions: [], extraMinutes: 0, extraCents: 0 }
}

test('a package that does not fit names those that do, and not those still open', () => {
  const verdicts = [verdict(1, 'does_not_fit'), verdict(2, 'fits'), verdict(3, 'fits_with_condition')]
  expect(insteadOf(1, verdicts, offers)).toBe('Fits this car: Premium or Ultra.')
  const open = [verdict(1, 'does_not_fit'), verdict(2, 'needs_review'), verdict(3, 'activation_only')]
  expect(insteadOf(1, open, offers)).toBeNull()
  expect(insteadOf(1, [], offers)).toBeNull()
})

test('no package fits only when each one is refused', () => {
  const refused = [1, 2].map((id) => verdict(id, 'does_not_fit'))
  expect(isNoneFor(refused)).toBe(true)
  expect(isNoneFor([...refused, verdict(3, 'activation_only')])).toBe(false)
  expect(isNoneFor([])).toBe(false)
})

test('the verdicts are told by name', () => {
  const verdicts = [verdict(1, 'fits'), verdict(2, 'needs_review')]
  expect(verdictsInWords(verdicts, offers)).toBe('Essential: Fits. Premium: We need to see it.')
})

test('a package may be booked when it fits or awaits the check of the shop', () => {
  const bookable = (['fits', 'fits_with_condition', 'needs_review'] as const).map((each) => verdict(1, each))
  expect(bookable.every(isBookable)).toBe(true)
  const others = (['does_not_fit', 'activation_only'] as const).map((each) => verdict(1, each))
  expect(others.some(isBookable)).toBe(false)
})

test('extra time is in hours and minutes', () => {
  expect([30, 60, 90, 120].map(formatExtraTime)).toEqual(['30 min', '1 hour', '1 hour 30 min', '2 hours'])
})

test('extras change the price and the time of a package', () => {
  const offered = {
    id: 2,
    name: 'Premium',
    price: 799,
    priceCents: 79_900,
    installationTime: '3-4 hours',
    durationMinutes: 240,
    mainFeature: '',
    features: [],
  }
  expect(withExtras(offered, { extraMinutes: 0, extraCents: 0 })).toBe(offered)
  expect(withExtras(offered, { extraMinutes: 30, extraCents: 5000 })).toMatchObject({
    price: 849,
    priceCents: 84_900,
    installationTime: '3-4 hours + 30 min',
    durationMinutes: 270,
  })
  expect(withExtras(offered, { extraMinutes: 0, extraCents: 50 }).installationTime).toBe('3-4 hours')
})
