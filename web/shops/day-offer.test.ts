import { expect, test } from 'vitest'
import { dayOffer } from './day-offer.ts'

const packages = [
  { name: 'Smart Connect Essential', durationMinutes: 180 },
  { name: 'Smart Connect Premium', durationMinutes: 240 },
  { name: 'Ultra Connect Pro', durationMinutes: 300 },
]
const open = (from: string, to: string) => ({ isOpen: true, open: from, close: to })

test.each([
  [
    'Friday',
    open('09:30', '13:00'),
    'Starts: Essential at 10 AM only. Too short for Premium and Ultra Connect Pro.',
    true,
  ],
  [
    'Monday',
    open('09:00', '17:00'),
    'Starts: Essential 9 AM to 2 PM, Premium 9 AM to 1 PM, Ultra Connect Pro 9 AM to 12 PM.',
    false,
  ],
  [
    'Tuesday',
    open('10:00', '14:00'),
    'Starts: Essential at 10 AM or 11 AM, Premium at 10 AM only. Too short for Ultra Connect Pro.',
    true,
  ],
  [
    'Wednesday',
    open('09:00', '11:00'),
    'Nothing can be booked: no installation fits into these hours.',
    true,
  ],
  ['Thursday', open('17:00', '23:00'), 'Nothing can be booked: no installation fits into these hours.', true],
  ['Saturday', open('09:00', '17:00'), 'Not booked online: customers book Monday to Friday.', true],
  ['Sunday', open('09:00', '17:00'), 'Not booked online: customers book Monday to Friday.', true],
] as const)('%s, %j: %s', (weekday, day, text, isWarning) => {
  expect(dayOffer(weekday, day, packages)).toEqual({ text, isWarning })
})

test('a closed day, a half-typed time, hours in the wrong order and an unknown catalog say nothing', () => {
  expect(dayOffer('Monday', { ...open('09:00', '17:00'), isOpen: false }, packages)).toBeNull()
  expect(dayOffer('Monday', open('', '17:00'), packages)).toBeNull()
  expect(dayOffer('Monday', open('17:00', '09:00'), packages)).toBeNull()
  expect(dayOffer('Monday', open('09:00', '17:00'), [])).toBeNull()
})
