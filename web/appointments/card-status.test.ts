import { expect, test } from 'vitest'
import { cardStatusOf } from './card-status.ts'

const timeZone = 'America/Los_Angeles'
const appointmentDate = '2026-12-07 16:00:00'
// 16:00 in Los Angeles is midnight of the next day in UTC.
const start = Date.parse('2026-12-08T00:00:00Z')

test('a scheduled appointment can be changed until its start by the shop’s clock', () => {
  const scheduled = { status: 'scheduled' as const, appointmentDate, timeZone }
  expect(cardStatusOf(scheduled, start - 1)).toMatchObject({
    label: 'Scheduled',
    tone: 'blue',
    isPast: false,
    lockedBecause: null,
  })
  const begun = cardStatusOf(scheduled, start)
  expect(begun.isPast).toBe(true)
  expect(begun.lockedBecause).toContain('has begun')
})

test('completed and cancelled ones are past whatever the clock says, and a pending one is locked', () => {
  const at = (status: 'completed' | 'cancelled' | 'pending') =>
    cardStatusOf({ status, appointmentDate, timeZone }, start - 1)
  expect(at('completed')).toMatchObject({ tone: 'green', isPast: true })
  expect(at('cancelled')).toMatchObject({ tone: 'neutral', isPast: true })
  expect(at('pending')).toMatchObject({ label: 'Pending', tone: 'amber', isPast: false })
  for (const status of ['completed', 'cancelled', 'pending'] as const)
    expect(at(status).lockedBecause).not.toBeNull()
})

test('an appointment whose date cannot be read is not taken for a past one', () => {
  const status = cardStatusOf({ status: 'scheduled', appointmentDate: 'soon', timeZone }, start)
  expect(status).toMatchObject({ isPast: false, lockedBecause: null })
})
