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

describe('by hand', () => {
  test('a hold to the millisecond 24 hours past the end is kept, one less is renewed 72 hours before the start', () => {
    expect(plan({ captureBefore: endsAt + day })).toEqual({ kind: 'kept' })
    expect(plan({ captureBefore: endsAt + day - 1 })).toEqual({ kind: 'renew', at: before(72) })
  })

  test('a hold of unknown length, or none, is renewed 72 hours before the start', () => {
    expect(plan({ captureBefore: null })).toEqual({ kind: 'renew', at: before(72) })
  })

  test('a Visa booked on Monday for Monday week is held anew on Friday, and that hold lasts', () => {
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

  test('a refused try is followed by those at 48 and 24 hours, then the plan has failed', () => {
    const after = (attemptedAt: number) => plan({ attemptedAt, now: attemptedAt })
    expect(after(before(72))).toEqual({ kind: 'renew', at: before(48) })
    expect(after(before(48))).toEqual({ kind: 'renew', at: before(24) })
    expect(after(before(24))).toEqual({ kind: 'failed' })
    expect(plan({ attemptedAt: before(24), now: endsAt - 1 })).toEqual({ kind: 'failed' })
  })

  test('the hold of the booking does not hide that every try was refused, though it outlives the job', () => {
    const captureBefore = endsAt + 9 * hour
    expect(plan({ captureBefore, attemptedAt: before(24), now: before(24) })).toEqual({ kind: 'failed' })
  })

  test('a late try uses up those it overslept', () => {
    expect(plan({ now: before(30) })).toEqual({ kind: 'renew', at: before(72) })
    expect(plan({ attemptedAt: before(30), now: before(30) })).toEqual({ kind: 'renew', at: before(24) })
    expect(plan({ attemptedAt: before(20), now: before(20) })).toEqual({ kind: 'failed' })
  })

  test('a late try and the next one lie an hour apart at least', () => {
    const next = (minutes: number) => plan({ attemptedAt: before(48) - minutes * minute, now: before(40) })
    expect(next(60)).toEqual({ kind: 'renew', at: before(48) })
    expect(next(59)).toEqual({ kind: 'renew', at: before(24) })
    expect(plan({ attemptedAt: before(24) - 59 * minute, now: before(24) })).toEqual({ kind: 'failed' })
  })

  test('a keeper that was down until the job had begun still tries once, and not after its end', () => {
    expect(plan({ now: endsAt - 1 })).toEqual({ kind: 'renew', at: before(72) })
    expect(plan({ now: endsAt })).toEqual({ kind: 'over' })
    expect(plan({ attemptedAt: before(24), now: endsAt })).toEqual({ kind: 'over' })
  })

  test('after the end a hold is kept until it lapses, also where nobody has noticed that it did', () => {
    const captureBefore = endsAt + 30 * hour
    expect(plan({ captureBefore, now: captureBefore - 1 })).toEqual({ kind: 'kept' })
    expect(plan({ captureBefore, now: captureBefore })).toEqual({ kind: 'over' })
  })

  test('a fresh hold that was lost again is placed anew at the next turn', () => {
    expect(plan({ attemptedAt: before(72), now: before(60) })).toEqual({ kind: 'renew', at: before(48) })
    expect(plan({ attemptedAt: before(72), now: before(40) })).toEqual({ kind: 'renew', at: before(48) })
  })
})

describe('of any facts', () => {
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

  test('time alone makes a plan over and nothing else: what is due stays due, at the same instant', () => {
    fc.assert(
      fc.property(facts, hours(0, 600), (known, laterMs) => {
        const later = { ...known, now: known.now + laterMs }
        // A hold that lapses meanwhile is another fact.
        fc.pre(known.captureBefore === null || known.captureBefore > later.now)
        const [first, then] = [planHold(known), planHold(later)]
        if (then.kind === 'over') expect(later.now).toBeGreaterThanOrEqual(known.endsAt)
        else expect(then).toEqual(first)
        if (first.kind === 'over') expect(then.kind).toBe('over')
      }),
      { numRuns: 2000 },
    )
  })

  test('a hold that lasts longer never asks for more', () => {
    fc.assert(
      fc.property(facts, hours(0, 300), (known, longerMs) => {
        fc.pre(known.captureBefore !== null && planHold(known).kind === 'kept')
        const longer = { ...known, captureBefore: (known.captureBefore ?? 0) + longerMs }
        expect(planHold(longer)).toEqual({ kind: 'kept' })
      }),
      { numRuns: 1000 },
    )
  })

  test('shifting all of time shifts the plan, and asking twice answers the same', () => {
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
