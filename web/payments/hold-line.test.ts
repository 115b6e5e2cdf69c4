import { expect, test } from 'vitest'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { heldCentsOf } from './held-amount.ts'
import { holdLineOf } from './hold-line.ts'

const timeZone = 'America/Los_Angeles'
// 2 December, 17:30 in Los Angeles, and ten days later.
const renewsAt = '2026-12-03T01:30:00.000Z'
const liveUntil = '2026-12-13T01:30:00.000Z'

function holdThatIs(state: HoldHealth['state'], parts: Partial<HoldHealth> = {}): HoldHealth {
  return {
    state,
    liveUntil: null,
    heldAmount: null,
    renewsAt: null,
    awaitsFitment: false,
    card: null,
    ...parts,
  }
}

function textOf(hold: HoldHealth): string | undefined {
  return holdLineOf(hold, timeZone)?.text
}

test('an active hold that lasts names its last day in the shop’s zone', () => {
  expect(textOf(holdThatIs('live', { liveUntil }))).toBe(
    'Your card is held until Dec 12. You’re charged after the work.',
  )
  expect(textOf(holdThatIs('live'))).toBe('Your card is held. You’re charged after the work.')
})

test('an active hold that expires names its renewal, and the days between the two', () => {
  expect(textOf(holdThatIs('live', { liveUntil, renewsAt }))).toBe(
    'Your card is held, and we renew the hold on Dec 2. You’re charged after the work.',
  )
  expect(textOf(holdThatIs('live', { renewsAt }))).toContain('we renew the hold on Dec 2.')
  const lapsesAt = '2026-11-29T18:00:00.000Z'
  expect(textOf(holdThatIs('live', { liveUntil: lapsesAt, renewsAt }))).toBe(
    'Your card is held through Nov 29, and we renew the hold on Dec 2. You’re charged after the work.',
  )
  // 2 December, 1:00 and 17:30 in Los Angeles; in UTC these are two days.
  const thatMorning = '2026-12-02T09:00:00.000Z'
  expect(textOf(holdThatIs('live', { liveUntil: thatMorning, renewsAt }))).toContain(
    'we renew the hold on Dec 2.',
  )
})

test('a saved card says from when it is held', () => {
  expect(textOf(holdThatIs('saved', { renewsAt }))).toBe(
    'Your card is saved and will be held from Dec 2. You’re charged after the work.',
  )
  expect(textOf(holdThatIs('saved'))).toBe('Your card is saved. You’re charged after the work.')
})

test('a card that needs its owner asks for action, more urgently after the last try', () => {
  expect(holdLineOf(holdThatIs('unconfirmed', { renewsAt }), timeZone)).toMatchObject({
    tone: 'warn',
    ask: 'Confirm your card, or we’ll try again on Dec 2.',
  })
  expect(holdLineOf(holdThatIs('unconfirmed'), timeZone)?.ask).toBe('Confirm your card.')
  const failed = holdLineOf(holdThatIs('failed'), timeZone)
  expect(failed).toMatchObject({ tone: 'bad', ask: expect.stringContaining('Confirm your card') as unknown })
  expect(holdLineOf(holdThatIs('failed', { liveUntil, heldAmount: 799 }), timeZone)).toEqual({
    text: 'Your card is held until Dec 12. We couldn’t renew the hold.',
    tone: 'warn',
    ask: 'Confirm your card.',
  })
  for (const state of ['pending', 'live', 'saved'] as const)
    expect(holdLineOf(holdThatIs(state), timeZone)?.ask).toBeNull()
})

test('an unconfirmed card is waited for, and without a hold there is no line', () => {
  expect(textOf(holdThatIs('pending'))).toBe('Waiting for you to confirm your card.')
  expect(holdLineOf(holdThatIs('none'), timeZone)).toBeNull()
})

test('the held amount is that of the hold, even after a price change', () => {
  expect(heldCentsOf(holdThatIs('live', { heldAmount: 1299 }))).toBe(129_900)
  expect(heldCentsOf(holdThatIs('saved'))).toBeNull()
})

test('while the fit is open, no day of a fresh hold is named: it waits for the shop', () => {
  const lines = [
    textOf(holdThatIs('live', { liveUntil, awaitsFitment: true })),
    textOf(holdThatIs('saved', { awaitsFitment: true })),
    holdLineOf(holdThatIs('unconfirmed', { awaitsFitment: true }), timeZone)?.ask,
  ]
  expect(lines).toEqual([
    'Your card is held until Dec 12, and again once the shop confirms the fit. You’re charged after the work.',
    'Your card is saved and will be held once the shop confirms the fit. You’re charged after the work.',
    'Confirm your card, or we’ll try again once the shop confirms the fit.',
  ])
})
