import { expect, test } from 'vitest'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { heldCentsOf } from './held-amount.ts'
import { holdLineOf } from './hold-line.ts'

const timeZone = 'America/Los_Angeles'
// 2 December, 17:30 in Los Angeles, and ten days later.
const renewsAt = '2026-12-03T01:30:00.000Z'
const liveUntil = '2026-12-13T01:30:00.000Z'

function holdThatIs(state: HoldHealth['state'], parts: Partial<HoldHealth> = {}): HoldHealth {
  return { state, liveUntil: null, heldAmount: null, renewsAt: null, card: null, ...parts }
}

function textOf(hold: HoldHealth): string | undefined {
  return holdLineOf(hold, timeZone)?.text
}

test('a live hold is told with its last day in the shop’s zone, and the fresh one that follows it', () => {
  expect(textOf(holdThatIs('live', { liveUntil }))).toBe(
    'Your card is held until Dec 12; charged only after the work is done.',
  )
  expect(textOf(holdThatIs('live', { liveUntil, renewsAt }))).toBe(
    'Your card is held until Dec 12; a fresh hold follows on Dec 2; charged only after the work is done.',
  )
  expect(textOf(holdThatIs('live'))).toBe('Your card is held; charged only after the work is done.')
})

test('a saved card says when the hold is placed', () => {
  expect(textOf(holdThatIs('saved', { renewsAt }))).toBe('Your card is saved; the hold is placed on Dec 2.')
  expect(textOf(holdThatIs('saved'))).toBe('Your card is saved; charged only after the work is done.')
})

test('a card that wants its owner asks for it, more urgently once no try is left', () => {
  expect(holdLineOf(holdThatIs('unconfirmed', { renewsAt }), timeZone)).toMatchObject({
    tone: 'warn',
    confirm: true,
    text: expect.stringContaining('we try again on Dec 2.') as unknown,
  })
  expect(holdLineOf(holdThatIs('failed'), timeZone)).toMatchObject({ tone: 'bad', confirm: true })
})

test('a card that was never confirmed is waited for, and where nothing is held nothing is said', () => {
  expect(textOf(holdThatIs('pending'))).toBe('Waiting for you to confirm your card.')
  expect(holdLineOf(holdThatIs('none'), timeZone)).toBeNull()
})

test('what is held is the amount of the hold, whatever the price is by now', () => {
  expect(heldCentsOf(holdThatIs('live', { heldAmount: 1299 }))).toBe(129_900)
  expect(heldCentsOf(holdThatIs('saved'))).toBeNull()
})
