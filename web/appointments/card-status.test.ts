import { expect, test } from 'vitest'
import { holdHealthStates, type HoldHealth } from '../../contract/payments/hold-health.ts'
import type { WorkState } from '../../contract/workshop/work-states.ts'
import { cardStatusOf } from './card-status.ts'

const timeZone = 'America/Los_Angeles'
const appointmentDate = '2026-12-07 16:00:00'
// 16:00 in Los Angeles is midnight of the next day in UTC.
const start = Date.parse('2026-12-08T00:00:00Z')

test('a scheduled appointment can be changed and cancelled until its start by the shop’s clock', () => {
  const scheduled = { status: 'scheduled' as const, appointmentDate, timeZone, isShopSuspended: false }
  expect(cardStatusOf(scheduled, start - 1)).toEqual({
    label: 'Scheduled',
    tone: 'blue',
    section: 'upcoming',
    lockedBecause: null,
    canCancel: true,
  })
  const begun = cardStatusOf(scheduled, start)
  expect(begun).toMatchObject({ section: 'past', canCancel: false })
  expect(begun.lockedBecause).toContain('has started')
})

test('a scheduled appointment whose card needs the customer says so instead of Scheduled', () => {
  const labelOf = (state: HoldHealth['state'], liveUntil: string | null) =>
    cardStatusOf(
      { status: 'scheduled', appointmentDate, timeZone, isShopSuspended: false, hold: { state, liveUntil } },
      start - 1,
    ).label
  expect(holdHealthStates.map((state) => [state, labelOf(state, null)])).toEqual([
    ['pending', 'Scheduled'],
    ['live', 'Scheduled'],
    ['saved', 'Scheduled'],
    ['unconfirmed', 'Card to confirm'],
    ['failed', 'Card not held'],
    ['no_card', 'Card needed'],
    ['at_shop', 'Scheduled'],
    ['none', 'Scheduled'],
  ])
  expect(labelOf('failed', '2026-12-08T18:00:00Z')).toBe('Card to confirm')
})

test('a scheduled appointment that awaits the check of its car says so', () => {
  const review = { id: 'r', photoAsked: null, photoCount: 0, isChoiceDue: false, isWaiting: false }
  const verdict = { verdict: 'needs_review', reason: '', conditions: [], isReviewed: false } as const
  const fitment = { ...verdict, conditions: [], extraMinutes: 0, extraCents: 0, review }
  const scheduled = { status: 'scheduled', appointmentDate, timeZone, isShopSuspended: false } as const
  const labelOf = (of: typeof fitment | (Omit<typeof fitment, 'review'> & { review: null })) =>
    cardStatusOf({ ...scheduled, fitment: of }, start - 1).label
  expect(labelOf(fitment)).toBe('Awaiting fitment check')
  expect(labelOf({ ...fitment, review: null })).toBe('Scheduled')
})

test('completed appointments are past and cancelled ones separate, at any time', () => {
  const at = (status: 'completed' | 'cancelled', now: number) =>
    cardStatusOf({ status, appointmentDate, timeZone, isShopSuspended: false }, now)
  for (const now of [start - 1, start]) {
    expect(at('completed', now)).toMatchObject({ tone: 'green', section: 'past', canCancel: false })
    expect(at('cancelled', now)).toMatchObject({ tone: 'neutral', section: 'cancelled', canCancel: false })
    for (const status of ['completed', 'cancelled'] as const)
      expect(at(status, now).lockedBecause).not.toBeNull()
  }
})

test('a pending appointment is locked and can be cancelled until its start', () => {
  const at = (now: number) =>
    cardStatusOf({ status: 'pending', appointmentDate, timeZone, isShopSuspended: false }, now)
  expect(at(start - 1)).toMatchObject({
    label: 'Pending',
    tone: 'amber',
    section: 'upcoming',
    canCancel: true,
  })
  expect(at(start - 1).lockedBecause).not.toBeNull()
  expect(at(start)).toMatchObject({ section: 'past', canCancel: false })
})

test('an appointment with an invalid date does not count as past', () => {
  const status = cardStatusOf(
    { status: 'scheduled', appointmentDate: 'soon', timeZone, isShopSuspended: false },
    start,
  )
  expect(status).toMatchObject({ section: 'upcoming', lockedBecause: null, canCancel: true })
})

test('an appointment at a suspended shop stands: it can be cancelled, and its card says why it cannot be moved', () => {
  const scheduled = { status: 'scheduled' as const, appointmentDate, timeZone, isShopSuspended: true }
  const { lockedBecause, canCancel } = cardStatusOf(scheduled, start - 1)
  expect(lockedBecause).toBe(
    'This shop can’t take changes right now. Your appointment is still on. You can cancel for free.',
  )
  expect(canCancel).toBe(true)
})

test('a car at the shop is told first, stays upcoming until the handover, and can’t be changed', () => {
  const at = (workState: WorkState, status: 'scheduled' | 'completed' = 'scheduled') =>
    cardStatusOf(
      { status, appointmentDate, timeZone, isShopSuspended: false, workState },
      start + 3 * 86_400_000,
    )
  for (const state of ['arrived', 'in_bay', 'ready'] as const)
    for (const status of ['scheduled', 'completed'] as const)
      expect(at(state, status)).toMatchObject({
        label: state === 'ready' ? 'Ready' : 'At the shop',
        section: 'upcoming',
        canCancel: false,
        lockedBecause: 'Your car is at the shop. To change something, please speak with the shop.',
      })
  expect(at('handed_over')).toMatchObject({ section: 'past', canCancel: false })
  const early = { status: 'scheduled', appointmentDate, timeZone, isShopSuspended: false } as const
  expect(cardStatusOf({ ...early, workState: 'arrived' }, start - 1).lockedBecause).not.toBeNull()
  expect(cardStatusOf({ ...early, workState: 'no_show' }, start - 1)).toMatchObject({ section: 'upcoming' })
})
