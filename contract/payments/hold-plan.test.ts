import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planHold, type HoldFacts } from './hold-plan.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

// Monday, the longest job: 9:00 to 14:00.
const startsAt = Date.parse('2026-12-14T09:00:00-08:00')
const endsAt = startsAt + 5 * hour
const before = (hours: number): number => startsAt - hours * hour

function plan(changes: Partial<HoldFacts> = {}) {
  return planHold({ captureBefore: null, startsAt, endsAt, attemptedAt: null, now: before(200), ...changes })
}

describe('worked examples', () => {
  test('a hold that lasts 24 hours past the end is kept; one millisecond less is renewed 72 hours before the start', () => {
    expect(plan({ captureBefore: endsAt + day })).toEqual({ kind: 'kept' })
    expect(plan({ captureBefore: endsAt + day - 1 })).toEqual({ kind: 'renew', at: before(72) })
  })

  test('a missing hold, or one of unknown length, is renewed 72 hours before the start', () => {
    expect(plan({ captureBefore: null })).toEqual({ kind: 'renew', at: before(72) })
  })

  test('a Visa hold booked on Monday for the next Monday is renewed on Friday, and the new hold is kept', () => {
    const bookedAt = Date.parse('2026-12-07T10:00:00-08:00')
    expect(plan({ captureBefore: bookedAt + 7 * day, now: bookedAt })).toEqual({
      kind: 'renew',
      at: Date.parse('2026-12-11T09:00:00-08:00'),
    })
    const renewed = before(72) + 4 * day + 18 * hour
    expect(plan({ captureBefore: renewed, attemptedAt: before(72), now: before(72) })).toEqual({
      kind: 'kept',
    })
  })

  test('after a decline the plan retries at 48 and 24 hours, then fails', () => {
    const after = (attemptedAt: number) => plan({ attemptedAt, now: attemptedAt })
    expect(after(before(72))).toEqual({ kind: 'renew', at: before(48) })
    expect(after(before(48))).toEqual({ kind: 'renew', at: before(24) })
    expect(after(before(24))).toEqual({ kind: 'failed' })
    expect(plan({ attemptedAt: before(24), now: endsAt - 1 })).toEqual({ kind: 'failed' })
  })

  test('the plan fails after the last decline even while the first hold outlives the job by less than the margin', () => {
    const captureBefore = endsAt + 9 * hour
    expect(plan({ captureBefore, attemptedAt: before(24), now: before(24) })).toEqual({ kind: 'failed' })
  })

  test('a late attempt replaces the missed ones', () => {
    expect(plan({ now: before(30) })).toEqual({ kind: 'renew', at: before(72) })
    expect(plan({ attemptedAt: before(30), now: before(30) })).toEqual({ kind: 'renew', at: before(24) })
    expect(plan({ attemptedAt: before(20), now: before(20) })).toEqual({ kind: 'failed' })
  })

  test('two attempts are at least an hour apart', () => {
    const next = (minutes: number) => plan({ attemptedAt: before(48) - minutes * minute, now: before(40) })
    expect(next(60)).toEqual({ kind: 'renew', at: before(48) })
    expect(next(59)).toEqual({ kind: 'renew', at: before(24) })
    expect(plan({ attemptedAt: before(24) - 59 * minute, now: before(24) })).toEqual({ kind: 'failed' })
  })

  test('a missed plan is still attempted during the job, but not after its end', () => {
    expect(plan({ now: endsAt - 1 })).toEqual({ kind: 'renew', at: before(72) })
    expect(plan({ now: endsAt })).toEqual({ kind: 'over' })
    expect(plan({ attemptedAt: before(24), now: endsAt })).toEqual({ kind: 'over' })
  })

  test('after the end a live hold is kept until its deadline, and then the plan is over', () => {
    const captureBefore = endsAt + 30 * hour
    expect(plan({ captureBefore, now: captureBefore - 1 })).toEqual({ kind: 'kept' })
    expect(plan({ captureBefore, now: captureBefore })).toEqual({ kind: 'over' })
  })

  test('a lost fresh hold is replaced at the next scheduled attempt', () => {
    expect(plan({ attemptedAt: before(72), now: before(60) })).toEqual({ kind: 'renew', at: before(48) })
    expect(plan({ attemptedAt: before(72), now: before(40) })).toEqual({ kind: 'renew', at: before(48) })
  })
})

describe('with arbitrary facts', () => {
  const hours = (min: number, max: number) => fc.integer({ min: min * hour, max: max * hour })
  const facts = fc
    .record({
      jobMs: fc.constantFrom(3 * hour, 4 * hour, 5 * hour),
      captureBefore: fc.option(hours(-300, 900)),
      attemptedAt: fc.option(hours(-500, 20)),
      now: hours(-500, 60),
    })
    .map(({ jobMs, captureBefore, attemptedAt, now }): HoldFacts => ({
      captureBefore: captureBefore === null ? null : startsAt + captureBefore,
      startsAt,
      endsAt: startsAt + jobMs,
      attemptedAt: attemptedAt === null ? null : startsAt + attemptedAt,
      now: startsAt + now,
    }))

  test('the passage of time can only turn a plan into over; a due instant does not change', () => {
    fc.assert(
      fc.property(facts, hours(0, 600), (known, laterMs) => {
        const later = { ...known, now: known.now + laterMs }
        // A hold that lapses in between changes the facts.
        fc.pre(known.captureBefore === null || known.captureBefore > later.now)
        const [first, then] = [planHold(known), planHold(later)]
        if (then.kind === 'over') expect(later.now).toBeGreaterThanOrEqual(known.endsAt)
        else expect(then).toEqual(first)
        if (first.kind === 'over') expect(then.kind).toBe('over')
      }),
      { numRuns: 2000 },
    )
  })

  test('a longer capture deadline never turns a kept plan into a renewal', () => {
    fc.assert(
      fc.property(facts, hours(0, 300), (known, longerMs) => {
        fc.pre(known.captureBefore !== null && planHold(known).kind === 'kept')
        const longer = { ...known, captureBefore: (known.captureBefore ?? 0) + longerMs }
        expect(planHold(longer)).toEqual({ kind: 'kept' })
      }),
      { numRuns: 1000 },
    )
  })

  test('shifting all instants shifts the plan, and planning is deterministic', () => {
    fc.assert(
      fc.property(facts, hours(-9000, 9000), (known, byMs) => {
        const shifted = planHold({
          captureBefore: known.captureBefore === null ? null : known.captureBefore + byMs,
          startsAt: known.startsAt + byMs,
          endsAt: known.endsAt + byMs,
          attemptedAt: known.attemptedAt === null ? null : known.attemptedAt + byMs,
          now: known.now + byMs,
        })
        const plan = planHold(Object.freeze(known))
        expect(plan).toEqual(planHold(known))
        expect(shifted).toEqual(plan.kind === 'renew' ? { kind: 'renew', at: plan.at + byMs } : plan)
      }),
      { numRuns: 1000 },
    )
  })
})
