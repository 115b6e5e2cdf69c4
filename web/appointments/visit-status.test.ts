import { expect, test } from 'vitest'
import { visitStatusOf } from './visit-status.ts'

const visit = {
  status: 'scheduled',
  appointmentDate: '2026-12-07 09:00:00',
  timeZone: 'America/Los_Angeles',
  durationMinutes: 240,
  fitment: null,
  workState: 'booked',
} as const
const at = (time: string, changes: Partial<Parameters<typeof visitStatusOf>[0]> = {}) =>
  visitStatusOf({ ...visit, ...changes }, Date.parse(`${time}-08:00`))

test('the day of the appointment has a sentence about the planned times', () => {
  expect(at('2026-12-06T23:59:00')).toBeNull()
  expect(at('2026-12-07T00:00:00')).toBe('Drop off your car today at 9:00 AM. Ready around 1:00 PM.')
  expect(at('2026-12-07T09:00:00')).toBe('Your appointment started at 9:00 AM. Ready around 1:00 PM.')
  expect(at('2026-12-07T13:00:00')).toMatch(/^Your car was planned to be ready around 1:00 PM\./)
  expect(at('2026-12-08T00:00:00')).toBeNull()
})

test('the extra minutes of a car count, and only a scheduled appointment has a status', () => {
  const fitment = { extraMinutes: 30 } as NonNullable<Parameters<typeof visitStatusOf>[0]['fitment']>
  expect(at('2026-12-07T13:10:00', { fitment })).toMatch(/started at 9:00 AM.* around 1:30 PM\.$/)
  for (const status of ['pending', 'completed', 'cancelled'] as const)
    expect(at('2026-12-07T10:00:00', { status })).toBeNull()
  expect(at('2026-12-07T10:00:00', { appointmentDate: 'soon' })).toBeNull()
})

test('while the car is at the shop the state of its work comes before the planned times', () => {
  expect(at('2026-12-07T08:00:00', { workState: 'arrived' })).toBe('The shop has your car.')
  expect(at('2026-12-09T08:00:00', { workState: 'ready', status: 'completed' })).toBe(
    'Your car is ready. You can pick it up.',
  )
  for (const workState of ['handed_over', 'no_show'] as const)
    expect(at('2026-12-07T10:00:00', { workState })).toBeNull()
  expect(at('2026-12-07T10:00:00', { workState: 'arrived', status: 'cancelled' })).toBeNull()
})
