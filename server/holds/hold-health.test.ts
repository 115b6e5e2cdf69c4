import { expect, test } from 'vitest'
import { healthOf, heldInAllOf, type HoldSummary } from './hold-health.ts'

const startsAt = Date.parse('2026-12-11T17:00:00Z')
const hourMs = 3_600_000
const lapsesAt = startsAt - 100 * hourMs
const appointment = {
  state: 'booked' as const,
  pays_by: 'card' as const,
  starts_at: new Date(startsAt),
  ends_at: new Date(startsAt + 3 * hourMs),
  hold_attempted_at: null,
  hold_failed_at: null,
}
const summary: HoldSummary = {
  isLive: true,
  isAsked: false,
  captureBefore: lapsesAt,
  heldCents: 49_900,
  extraCents: null,
  extraUntil: null,
  lastLiveAt: lapsesAt - 160 * hourMs,
  capturedCents: null,
  refundedCents: null,
  feeCents: null,
  awaitsFitment: false,
  brand: 'visa',
  wallet: null,
  lastFour: '4242',
}

test('a hold whose time has passed is told as gone, though the provider has not said so yet', () => {
  expect(healthOf(appointment, summary, lapsesAt - 1)).toMatchObject({
    state: 'live',
    liveUntil: new Date(lapsesAt).toISOString(),
    heldAmount: 499,
  })
  expect(healthOf(appointment, summary, lapsesAt)).toMatchObject({
    state: 'saved',
    liveUntil: null,
    heldAmount: null,
    renewsAt: new Date(startsAt - 72 * hourMs).toISOString(),
  })
  // A provider that names no hour is taken by its word that it holds.
  expect(healthOf(appointment, { ...summary, captureBefore: null }, lapsesAt)).toMatchObject({
    state: 'live',
    heldAmount: 499,
  })
})

test('a hold whose renewal waits for the fitment check names no time for it', () => {
  const open = { ...summary, awaitsFitment: true }
  expect(healthOf(appointment, open, lapsesAt - 1)).toMatchObject({ renewsAt: null, awaitsFitment: true })
  expect(healthOf(appointment, open, lapsesAt)).toMatchObject({
    state: 'saved',
    renewsAt: null,
    awaitsFitment: true,
  })
  // A hold that lasts until the end of the job needs no renewal.
  const lasting = { ...open, captureBefore: startsAt + 48 * hourMs }
  expect(healthOf(appointment, lasting, lapsesAt)).toMatchObject({ state: 'live', awaitsFitment: false })
})

test('the extra amount counts as held beside the price, each until its own hold ends', () => {
  const extraUntil = lapsesAt + hourMs
  const both = { ...summary, extraCents: 12_000, extraUntil }
  const heldAt = (now: number) => heldInAllOf(appointment, both, now)
  expect([heldAt(lapsesAt - 1), heldAt(lapsesAt), heldAt(extraUntil)]).toEqual([61_900, 12_000, 0])
  expect(heldInAllOf({ ...appointment, state: 'completed' }, both, lapsesAt - 1)).toBe(0)
  expect(heldInAllOf(appointment, summary, lapsesAt - 1)).toBe(49_900)
})
