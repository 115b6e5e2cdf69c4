import { expect, test } from 'vitest'
import {
  chargeLine,
  hasPrice,
  isAwaited,
  summaryRows,
  totalOf,
  type Chosen,
} from './booking-summary-words.ts'

const nothing: Chosen = { vehicle: { year: '', make: '', model: '' }, day: null, time: null }
const whole: Chosen = {
  vehicle: { year: '2021', make: 'Audi', model: 'Q5' },
  offered: { name: 'Smart Connect Premium', installationTime: '3-4 hours', priceCents: 79_900 },
  shop: { businessName: 'Alhambra Auto Sports', address: '1200 West Main Street' },
  day: '2026-12-02',
  time: '9:00',
}

test('before any selection no part has a value and there is no price', () => {
  expect(summaryRows(nothing).map(({ value }) => value)).toEqual([null, null, null, null])
  expect([hasPrice(nothing), totalOf(nothing)]).toEqual([false, null])
  expect(chargeLine(nothing)).toBe('No hold until you book. No charge until the work is done.')
})

test('a selection shows as soon as its details are loaded', () => {
  expect(summaryRows({ ...nothing, vehicle: { year: '2021', make: 'Audi', model: '' } })[0]?.value).toBe(
    '2021 Audi',
  )
  expect(summaryRows({ ...whole, time: null })[2]?.value).toBe('Wednesday, December 2, 2026')
  expect(chargeLine({ ...whole, day: null })).toBe(
    'We hold this amount when you book. You’re charged after the work.',
  )
})

test('a selection with details still loading does not count as missing', () => {
  const awaiting: Chosen = { ...whole, offered: undefined, shop: undefined, awaited: ['Package', 'Location'] }
  expect(summaryRows(awaiting).map(({ name }) => isAwaited(awaiting, name))).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect([hasPrice(awaiting), totalOf(awaiting)]).toEqual([true, null])
  expect(chargeLine(awaiting)).toBe(chargeLine(whole))
})

test('the complete summary has vehicle, package, time, place, total and day of the charge', () => {
  expect(summaryRows(whole)).toEqual([
    { name: 'Vehicle', value: '2021 Audi Q5' },
    { name: 'Package', value: 'Smart Connect Premium', detail: '3-4 hours, parts & labor included' },
    { name: 'Day and time', value: 'Wednesday, December 2, 2026 at 9:00 AM' },
    { name: 'Location', value: 'Alhambra Auto Sports', detail: '1200 West Main Street' },
  ])
  expect(totalOf(whole)).toBe('$799')
  expect(chargeLine(whole)).toBe('We hold this amount when you book. You’re charged after the work on Dec 2.')
})
