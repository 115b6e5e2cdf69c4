import { expect, test } from 'vitest'
import { visitWords } from './visit-words.ts'

const vehicle = { year: '2018', make: 'BMW', model: '3 Series', vin: '' }

test('the choice of a visitor is one line: car, package, start', () => {
  expect(visitWords({ vehicle, day: '2026-12-03', time: '10:00' }, 'Smart Connect Premium')).toBe(
    '2018 BMW 3 Series · Smart Connect Premium · Thu, Dec 3, 10:00 AM',
  )
})

test('parts that are not chosen or not loaded are left out', () => {
  expect(visitWords({ vehicle, day: '2026-12-03', time: null }, null)).toBe('2018 BMW 3 Series · Thu, Dec 3')
  expect(visitWords({ vehicle, day: null, time: '10:00' }, null)).toBe('2018 BMW 3 Series')
  expect(
    visitWords({ vehicle: { ...vehicle, model: '' }, day: '2026-12-03', time: '10:00' }, 'One'),
  ).toBeNull()
})
