import { expect, test } from 'vitest'
import {
  bayUseFinding,
  cancelledFinding,
  leadBars,
  leaderFinding,
  leadFinding,
  moneyFinding,
} from './overview-words.ts'

const week = { monday: '2026-11-16', capturedCents: 0, heldCents: 0, kept: 0, cancelled: 0 }

test('the money sentence names the best week, or the held amount without one', () => {
  expect(moneyFinding([week, { ...week, monday: '2026-11-23', capturedCents: 129_900 }])).toBe(
    'The week of Nov 23 brought the most: $1,299 captured',
  )
  expect(moneyFinding([{ ...week, heldCents: 49_950 }])).toBe('Nothing captured yet. $499.50 is expected')
  expect(moneyFinding([{ ...week, capturedCents: -500 }])).toBe('Nothing was captured in these weeks')
})

test('the busiest hour is the fullest, not the longest open', () => {
  const cells = [
    { weekday: 1, hour: 9, takenMinutes: 300, openMinutes: 480 },
    { weekday: 2, hour: 10, takenMinutes: 206, openMinutes: 240 },
  ]
  expect(bayUseFinding(cells)).toBe('Tuesdays at 10 AM are the busiest: 86% of bays booked')
  expect(bayUseFinding([{ weekday: 1, hour: 9, takenMinutes: 0, openMinutes: 60 }])).toBe(
    'No bay has been booked so far in these weeks',
  )
  expect(bayUseFinding([])).toBe('No bay hours to book so far in these weeks')
})

test.each([
  [[], 'No appointments in these weeks'],
  [[0], 'No appointments in these weeks'],
  [[1], 'The only appointment: BMW'],
  [[2, 0], 'All 2 appointments: BMW'],
  [[8, 4], 'Most appointments: BMW, 8 of 12'],
  [[4, 4], 'BMW and Audi share the lead with 4 each'],
  [[4, 4, 4], '3 share the lead with 4 each'],
  [[4, 4, 1], 'BMW and Audi share the lead with 4 each'],
])('of the appointments %j the leader is told as: %s', (sold, sentence) => {
  const names = ['BMW', 'Audi', 'Lexus']
  expect(leaderFinding(sold.map((count, index) => ({ name: names[index] ?? '', sold: count })))).toBe(
    sentence,
  )
})

test('lead times have a bar for every day in the range, and one for all longer ones', () => {
  expect(leadBars([])).toEqual([])
  expect(
    leadBars([
      { days: 7, appointments: 2 },
      { days: 9, appointments: 1 },
    ]),
  ).toEqual([
    { label: '7', appointments: 2 },
    { label: '8', appointments: 0 },
    { label: '9', appointments: 1 },
  ])
  expect(
    leadBars([
      { days: 29, appointments: 1 },
      { days: 60, appointments: 2 },
      { days: 90, appointments: 3 },
    ]),
  ).toEqual([
    { label: '29', appointments: 1 },
    { label: '30', appointments: 0 },
    { label: '31+', appointments: 5 },
  ])
  expect(leadFinding(9.5)).toBe('Half of the appointments are booked 9.5 days ahead or less')
})

test('cancellations are a share of everything booked', () => {
  expect(cancelledFinding([{ ...week, kept: 7, cancelled: 1 }])).toBe('13% cancelled: 1 of 8')
  expect(cancelledFinding([week])).toBe('No cancellations in these weeks')
})
