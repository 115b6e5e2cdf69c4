import { expect, test } from 'vitest'
import type { PackageFitment } from '../../contract/fitment/package-fitment.ts'
import {
  commonNoteOf,
  formatExtraTime,
  insteadOf,
  isBookable,
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

const noteOn = (packages: PackageFitment[], hasFactoryCarPlay = false) =>
  commonNoteOf({ packages, hasFactoryCarPlay })

test('a reason that all packages share is told once', () => {
  const never = [1, 2, 3].map((id) => verdict(id, 'does_not_fit', 'The 2012 GLE was sold as the ML.'))
  const text = 'The 2012 GLE was sold as the ML.'
  expect(noteOn(never)).toEqual({ text, isNone: true, isWholeReason: true })
  const unknown = [1, 2, 3].map((id) => verdict(id, 'needs_review', 'We don’t know this car.'))
  expect(noteOn(unknown)).toEqual({ text: 'We don’t know this car.', isNone: false, isWholeReason: true })
})

test('a car that no package fits for different reasons is told so, and each reason stays with its package', () => {
  const refused = [1, 2].map((id) => verdict(id, 'does_not_fit'))
  const text = 'None of our packages fits this car.'
  expect(noteOn(refused)).toEqual({ text, isNone: true, isWholeReason: false })
  expect(noteOn([...refused, verdict(3, 'activation_only')])).toBeNull()
})

test('a car with CarPlay and Android Auto from the factory is good news', () => {
  const refused = [1, 2].map((id) => verdict(id, 'does_not_fit'))
  const note = noteOn(refused, true)
  expect(note).toMatchObject({ isNone: true, isWholeReason: true })
  expect(note?.text).toContain('Good news: your car came with CarPlay and Android Auto.')
  expect(noteOn([verdict(1, 'does_not_fit'), verdict(2, 'fits')], true)).toBeNull()
})

test('packages that differ, conditions and a single package have no common note', () => {
  expect(noteOn([verdict(1, 'fits', 'Same.'), verdict(2, 'needs_review', 'Same.')])).toBeNull()
  expect(noteOn([1, 2].map((id) => verdict(id, 'fits_with_condition', 'Fits if:')))).toBeNull()
  expect(noteOn([verdict(1, 'fits')])).toBeNull()
  expect(noteOn([])).toBeNull()
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
