import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingWindow, weekdaysOfWindow } from '../slots/booking-window.ts'
import { startMinutes } from '../slots/free-slots.ts'
import { instantOfWallTime } from '../time.ts'
import { attemptsAfterMove, planHold, type HoldFacts, type HoldPlan } from './hold-plan.ts'

const hour = 3_600_000
const minute = 60_000
const day = 24 * hour

/** Authorization windows of banks: 4 days 18 hours, 5, 7, 28 and 30 days. */
const cardWindows = [114 * hour, 5 * day, 7 * day, 28 * day, 30 * day]
/** Shorter than any bank's window: a hold placed at the first attempt does not outlive the job. */
const shortWindows = [12 * hour, 30 * hour, 60 * hour, 96 * hour]
const jobLengths = [3, 4, 5]
/** From the first attempt through the longest job to a day after it. */
const longEnough = (72 + 5 + 24) * hour
/** Copied from the decision record, not from the code under test. */
const attemptsBefore = [72 * hour, 48 * hour, 24 * hour]

/** One simulated appointment. By default the card accepts and the customer does nothing. */
type Scenario = {
  zone: string
  /** The first bookable day is this many days after today. */
  leadDays: number
  bookedAt: number
  /** Index of the booked start among the window's starts. */
  start: number
  jobHours: number
  onSessionMs: number
  offSessionMs: number
  /** Declines of the renewal attempts, in order; true for declined. */
  declines: readonly boolean[]
  /** Delay from each decline to the customer's confirmation; null for none. */
  confirmsAfter: readonly (number | null)[]
  /** Moves to one of the window's starts at that moment; `afterMs` counts from the move before. */
  moves: readonly { afterMs: number; start: number }[]
  /** Downtimes of the renewal job, from the booking. */
  downtimes: readonly { fromMs: number; lengthMs: number }[]
  handoverMs: number
}

type Cause = 'booked' | 'lapsed' | 'moved' | 'confirmed' | 'attempted' | 'ended'
type Step = { at: number; cause: Cause; stay: Stay; facts: HoldFacts; plan: HoldPlan }
/** The period in which an appointment has one start, from its booking or a move. */
type Stay = { from: number; startsAt: number }
type Attempt = { at: number; stay: Stay; due: HoldFacts; accepted: boolean }
type Hold = { from: number; to: number }
type Timeline = {
  scenario: Scenario
  steps: Step[]
  attempts: Attempt[]
  holds: Hold[]
  stay: Stay
  startsAt: number
  endsAt: number
}
/** Lists the violated invariants of a timeline. */
type Check = (timeline: Timeline) => string[]

const startsOfWindows = new Map<string, number[]>()

/** A future start that may be booked or moved to: ten weekdays, eight starts each. */
function startOf(now: number, { zone, leadDays }: Scenario, pick: number): number {
  const window = bookingWindow(now, zone, leadDays)
  const key = `${window.firstDay} ${zone}`
  const starts =
    startsOfWindows.get(key) ??
    weekdaysOfWindow(window).flatMap((weekday) =>
      startMinutes.map((minutes) => instantOfWallTime(weekday, minutes, zone) ?? Number.NaN),
    )
  startsOfWindows.set(key, starts)
  const toCome = starts.filter((start) => start > now)
  return toCome[pick % toCome.length] ?? Number.NaN
}

/**
 * Simulates an appointment event by event until the job's end. The renewal job follows the rule as soon as an
 * attempt is due.
 */
function simulate(scenario: Scenario, rule: typeof planHold, { restartsAttempts = true } = {}): Timeline {
  let startsAt = startOf(scenario.bookedAt, scenario, scenario.start)
  let stay: Stay = { from: scenario.bookedAt, startsAt }
  let endsAt = startsAt + scenario.jobHours * hour
  let attemptedAt: number | null = null
  let inForce: Hold = { from: scenario.bookedAt, to: scenario.bookedAt + scenario.onSessionMs }
  let confirmsAt: number | null = null
  const moves = [...scenario.moves]
  let [movesAt, moveTo] = nextMove(scenario.bookedAt)
  const timeline: Timeline = { scenario, steps: [], attempts: [], holds: [inForce], stay, startsAt, endsAt }

  function nextMove(since: number): [number, number] {
    const move = moves.shift()
    return move ? [since + move.afterMs, move.start] : [Number.POSITIVE_INFINITY, 0]
  }
  function nextUptime(at: number): number {
    const downtime = scenario.downtimes
      .map(({ fromMs, lengthMs }) => ({
        from: scenario.bookedAt + fromMs,
        to: scenario.bookedAt + fromMs + lengthMs,
      }))
      .find(({ from, to }) => from <= at && at < to)
    return downtime ? nextUptime(downtime.to) : at
  }
  function place(now: number, windowMs: number): void {
    // The fresh hold comes first. The old one is released a moment later, unless it lapses before.
    inForce.to = Math.min(inForce.to, now + scenario.handoverMs)
    inForce = { from: now, to: now + windowMs }
    timeline.holds.push(inForce)
  }
  function factsAt(now: number): HoldFacts {
    return { captureBefore: inForce.to > now ? inForce.to : null, startsAt, endsAt, attemptedAt, now }
  }

  let now = scenario.bookedAt
  let cause: Cause = 'booked'
  while (timeline.steps.length < 100) {
    const facts = factsAt(now)
    const plan = rule(facts)
    timeline.steps.push({ at: now, cause, stay, facts, plan })
    if (cause === 'ended') return { ...timeline, stay, startsAt, endsAt }
    const attemptAt = plan.kind === 'renew' ? nextUptime(Math.max(plan.at, now)) : Number.POSITIVE_INFINITY
    const events: [number, Cause][] = [
      [endsAt, 'ended'],
      [inForce.to > now ? inForce.to : Number.POSITIVE_INFINITY, 'lapsed'],
      [movesAt < startsAt ? Math.max(movesAt, now) : Number.POSITIVE_INFINITY, 'moved'],
      [confirmsAt ?? Number.POSITIVE_INFINITY, 'confirmed'],
      [attemptAt, 'attempted'],
    ]
    ;[now, cause] = events.reduce((first, event) => (event[0] < first[0] ? event : first))
    if (cause === 'moved') {
      startsAt = startOf(now, scenario, moveTo)
      stay = { from: now, startsAt }
      if (restartsAttempts) attemptedAt = attemptsAfterMove.attemptedAt
      endsAt = startsAt + scenario.jobHours * hour
      ;[movesAt, moveTo] = nextMove(now)
    } else if (cause === 'confirmed') {
      confirmsAt = null
      // The card link page requests no hold when none is needed, and the link ends with the start.
      if (now < startsAt && rule(factsAt(now)).kind !== 'kept') place(now, scenario.onSessionMs)
    } else if (cause === 'attempted') {
      const accepted = !scenario.declines[timeline.attempts.length]
      timeline.attempts.push({ at: now, stay, due: factsAt(now), accepted })
      attemptedAt = now
      if (accepted) place(now, scenario.offSessionMs)
      else {
        const after = scenario.confirmsAfter[timeline.attempts.length - 1] ?? null
        confirmsAt = after === null ? confirmsAt : now + after
      }
    }
  }
  throw new Error('the simulation did not end within 100 steps')
}

/** The first instant between `from` and `to` without a hold; null when there is none. */
function firstGap(holds: readonly Hold[], from: number, to: number): number | null {
  let covered = from
  for (const hold of [...holds].sort((a, b) => a.from - b.from)) {
    if (hold.from <= covered) covered = Math.max(covered, hold.to)
  }
  return covered >= to ? null : covered
}

/** Invariants of every timeline. */
function findViolations(timeline: Timeline): string[] {
  const { scenario } = timeline
  const violations: string[] = []
  const claim = (holds: boolean, sentence: string): void => {
    if (!holds) violations.push(sentence)
  }
  for (const stay of new Set(timeline.attempts.map((attempt) => attempt.stay))) {
    const { startsAt } = stay
    const attempts = timeline.attempts.filter((attempt) => attempt.stay === stay)
    claim(attempts.length <= 3, 'at most three attempts for one start')
    const turns = attempts.map(({ at }) => attemptsBefore.filter((before) => startsAt - before <= at).length)
    claim(!turns.includes(0), 'no attempt earlier than 72 hours before the start')
    claim(new Set(turns).size === turns.length, 'at most one attempt per scheduled time')
    if (scenario.downtimes.length === 0) {
      const onTime = attempts.every(({ at }) => attemptsBefore.includes(startsAt - at) || at === stay.from)
      claim(onTime, 'without downtime, attempts come exactly at 72, 48 and 24 hours, and missed ones at once')
    }
  }
  for (const [index, { at, stay, due }] of timeline.attempts.entries()) {
    const needed = due.captureBefore === null || due.captureBefore < due.endsAt + day
    claim(needed, 'no attempt while the live hold outlives the job by a day')
    const before = timeline.attempts[index - 1]
    const isFirst = before === undefined || before.stay !== stay
    claim(isFirst || at - before.at >= hour, 'at least an hour between two attempts for one start')
  }
  for (const [index, { at, cause, stay, facts, plan }] of timeline.steps.entries()) {
    const next = timeline.steps[index + 1]
    if (plan.kind === 'failed') {
      const isTried = timeline.attempts.some((attempt) => attempt.stay === stay && attempt.at <= at)
      claim(
        isTried && at > facts.startsAt - 25 * hour,
        'no failure without an attempt or before the last scheduled time',
      )
      const changed = next && ['moved', 'confirmed', 'ended'].includes(next.cause)
      claim(
        !next || changed || next.plan.kind === 'failed',
        'a failed plan stays failed until a hold or a move',
      )
    }
    const lasts = facts.captureBefore !== null && facts.captureBefore >= facts.endsAt + day
    claim(lasts === (plan.kind === 'kept'), 'a plan is kept exactly when the hold lasts')
    claim(!lasts || next?.cause !== 'attempted', 'no attempt follows a kept plan')
    if (cause === 'moved' || cause === 'booked') {
      const first = facts.startsAt - 72 * hour
      const isDue = plan.kind === 'kept' || (plan.kind === 'renew' && plan.at === first)
      claim(isDue, 'a new start has its own attempts, and a missed one is due at once')
    }
    claim(
      (plan.kind === 'over') === (cause === 'ended' && plan.kind !== 'kept'),
      'a plan is over exactly at the end',
    )
  }
  const handovers = timeline.holds.flatMap((hold, index) =>
    timeline.holds.slice(index + 1).map((later) => Math.min(hold.to, later.to) - later.from),
  )
  claim(
    handovers.every((ms) => ms <= minute),
    'two holds overlap for a minute at most',
  )
  // A move within a handover makes an overslept attempt at once, so one more hold overlaps for that minute.
  const isCrowded = timeline.holds
    .flatMap(({ from, to }) => [from, to])
    .some((now) => {
      const together = timeline.holds.filter(({ from, to }) => from <= now && now < to).length
      const moves = timeline.steps.filter(
        ({ at, cause }) => cause === 'moved' && at <= now && now - at <= minute,
      ).length
      return together > 2 + moves
    })
  claim(!isCrowded, 'never three holds at once')
  if (scenario.offSessionMs >= longEnough && scenario.onSessionMs >= longEnough) claimHeld(timeline, claim)
  return violations
}

/**
 * With the banks' windows, a hold placed within 72 hours of the start lasts until a day after the job's end,
 * and so does one kept from the beginning. Coverage is lost only if every attempt was declined or missed.
 */
function claimHeld(
  { holds, attempts, steps, stay, startsAt, endsAt }: Timeline,
  claim: (holds: boolean, sentence: string) => void,
): void {
  const last = steps.at(-1)
  const placed = holds.find(({ from }) => from >= startsAt - 72 * hour)
  if (placed) {
    claim(firstGap(holds, placed.from, endsAt + day) === null, 'a hold placed in the last three days lasts')
    const isTriedAgain = attempts.some((attempt) => attempt.stay === stay && attempt.at > placed.from)
    claim(!isTriedAgain, 'no attempt follows a hold that lasts')
  }
  const accepted = attempts.some((attempt) => attempt.stay === stay && attempt.accepted)
  claim(!accepted || last?.plan.kind === 'kept', 'an accepted attempt lasts')
}

const zones = ['America/Los_Angeles', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe']
/** The days around the clock changes of each zone in 2027. */
const clockChanges = ['2027-03-14', '2027-11-07', '2027-03-28', '2027-10-31', '2027-04-04', '2027-10-03']

const bookingMoment = fc.oneof(
  fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-12-31') }),
  fc
    .record({ around: fc.constantFrom(...clockChanges), off: fc.integer({ min: -21 * day, max: day }) })
    .map(({ around, off }) => Date.parse(around) + off),
)
/** Lead times, in days, that let a move come within 72 hours of the new start. */
const shortLeads = [0, 1, 2, 3]
const duration = (max: number) => fc.integer({ min: 0, max })

function anyScenario(windows: readonly number[], changes: Partial<Scenario> = {}) {
  return fc
    .record({
      zone: fc.constantFrom(...zones),
      leadDays: fc.oneof(fc.constantFrom(...shortLeads), fc.integer({ min: 0, max: 60 })),
      bookedAt: bookingMoment,
      start: fc.nat(79),
      jobHours: fc.constantFrom(...jobLengths),
      onSessionMs: fc.constantFrom(...windows),
      offSessionMs: fc.constantFrom(...windows),
      declines: fc.array(fc.boolean(), { maxLength: 12 }),
      confirmsAfter: fc.array(fc.option(duration(4 * day)), { maxLength: 12 }),
      moves: fc.array(fc.record({ afterMs: duration(20 * day), start: fc.nat(79) }), { maxLength: 3 }),
      downtimes: fc.array(fc.record({ fromMs: duration(30 * day), lengthMs: duration(6 * day) }), {
        maxLength: 3,
      }),
      handoverMs: duration(minute),
    })
    .map((scenario): Scenario => ({ ...scenario, ...changes }))
}

/** Default scenario: a Visa that accepts, and no actions of the customer. */
const plain: Scenario = {
  zone: 'America/Los_Angeles',
  leadDays: 7,
  bookedAt: Date.parse('2026-12-07T10:00:00-08:00'),
  start: 0,
  jobHours: 5,
  onSessionMs: 7 * day,
  offSessionMs: 114 * hour,
  declines: [],
  confirmsAfter: [],
  moves: [],
  downtimes: [],
  handoverMs: minute,
}

const whole: Partial<Scenario> = { declines: [], downtimes: [] }

function check(scenarios: fc.Arbitrary<Scenario>, checks: Check[], numRuns: number): void {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const timeline = simulate(scenario, planHold)
      expect(checks.flatMap((find) => find(timeline))).toEqual([])
    }),
    { numRuns },
  )
}

test('with any card window, even of hours: attempts follow the schedule, and holds overlap only for a handover', () => {
  check(anyScenario([...cardWindows, ...shortWindows], { confirmsAfter: [] }), [findViolations], 10_000)
})

test('with the banks’ card windows: a hold placed in the last three days lasts', () => {
  check(anyScenario(cardWindows), [findViolations], 10_000)
})

/** Expectation for a card that accepts and a renewal job without downtime. */
function findUnheld({ holds, attempts, stay, startsAt, endsAt }: Timeline): string[] {
  const gap = firstGap(holds, Math.max(startsAt - 72 * hour, stay.from), endsAt + day)
  const forLast = attempts.filter((attempt) => attempt.stay === stay)
  return [
    ...(gap === null ? [] : [`no hold ${(gap - startsAt) / hour} hours from the start`]),
    ...(forLast.length <= 1 ? [] : ['attempted again after an accepted hold']),
  ]
}

test('an accepting card is held from 72 hours before the start to 24 hours after the end, across any moves', () => {
  check(anyScenario(cardWindows, whole), [findViolations, findUnheld], 5000)
})

/**
 * Expected attempts, in milliseconds before a start booked or moved to `leadMs` ahead. A missed attempt is
 * made at once.
 */
function attemptsDue(leadMs: number): number[] {
  const toCome = attemptsBefore.filter((before) => before < leadMs)
  if (toCome.length === attemptsBefore.length) return toCome
  return [leadMs, ...toCome.filter((before) => leadMs - before >= hour)]
}

/** Expectation for a card that declines, a passive customer, and a renewal job without downtime. */
function findUnfailed({ steps, attempts, stay, startsAt, endsAt }: Timeline): string[] {
  const atMove = steps.findLast(({ cause }) => cause === 'booked' || cause === 'moved')
  if (atMove?.plan.kind === 'kept') return []
  const at = attempts.filter((attempt) => attempt.stay === stay).map((attempt) => startsAt - attempt.at)
  const due = attemptsDue(startsAt - stay.from)
  const failed = steps.find((step) => step.stay === stay && step.plan.kind === 'failed')
  return [
    ...(at.join() === due.join() ? [] : [`attempted ${at.join()} before the start, not ${due.join()}`]),
    ...(failed?.at === startsAt - (due.at(-1) ?? Number.NaN) ? [] : ['not failed at the last attempt']),
    ...(steps.at(-1)?.plan.kind === 'over' && steps.at(-1)?.at === endsAt ? [] : ['not over at the end']),
  ]
}

test('a declining card gets three attempts per start, and the plan fails a day before the last start', () => {
  const declined = { declines: Array.from({ length: 12 }, () => true), confirmsAfter: [], downtimes: [] }
  check(anyScenario(cardWindows, declined), [findViolations, findUnfailed], 5000)
})

const cardPairs = cardWindows.flatMap((onSession) =>
  cardWindows.map((offSession) => [onSession, offSession] as const),
)
const refusals = Array.from({ length: 8 }, (_, bits) => [1, 2, 4].map((bit) => (bits & bit) > 0))
const bookings = ['2027-02-10', '2027-03-05', '2027-10-28'].flatMap((date) =>
  ['00:00:00', '12:00:00', '16:37:00', '23:59:59.999'].map((time) => Date.parse(`${date}T${time}-08:00`)),
)

test('all starts, jobs, pairs of card windows and patterns of declines keep the invariants across both clock changes', () => {
  const violations = new Map<string, Scenario>()
  let count = 0
  const judge = (scenario: Scenario): void => {
    count++
    const accepts = scenario.declines.indexOf(false)
    const checks = [findViolations, ...(accepts === 0 ? [findUnheld] : accepts < 0 ? [findUnfailed] : [])]
    const timeline = simulate(scenario, planHold)
    for (const find of checks) for (const sentence of find(timeline)) violations.set(sentence, scenario)
  }
  for (const bookedAt of bookings)
    for (let start = 0; start < 80; start++)
      for (const jobHours of jobLengths)
        for (const [onSessionMs, offSessionMs] of cardPairs)
          for (const declines of refusals)
            judge({ ...plain, bookedAt, start, jobHours, onSessionMs, offSessionMs, declines })
  expect([...violations]).toEqual([])
  expect(count).toBe(12 * 80 * 3 * 25 * 8)
})

/** Controls have to find their fault in every run, so they all begin at one point. */
const controlSeed = 20261127

test('the invariants detect a move that keeps the attempts of the old start', () => {
  const property = fc.property(
    anyScenario(cardWindows),
    (scenario) => findViolations(simulate(scenario, planHold, { restartsAttempts: false })).length === 0,
  )
  expect(fc.check(property, { numRuns: 5000, endOnFailure: true, seed: controlSeed }).failed).toBe(true)
})

const wrongRules: Record<string, typeof planHold> = {
  'forgets its attempts': (facts) => planHold({ ...facts, attemptedAt: null }),
  'drops the margin': ({ captureBefore, ...facts }) =>
    planHold({ ...facts, captureBefore: captureBefore === null ? null : captureBefore + day }),
  'renews a kept hold': (facts) => planHold({ ...facts, captureBefore: null }),
  'attempts two hours late': (facts) => planHold({ ...facts, startsAt: facts.startsAt + 2 * hour }),
  'attempts a minute early': (facts) => planHold({ ...facts, startsAt: facts.startsAt - minute }),
  'gives up after the first decline': (facts) =>
    facts.attemptedAt === null ? planHold(facts) : planHold({ ...facts, attemptedAt: facts.now + day }),
  'goes on after the end': (facts) => planHold({ ...facts, now: Math.min(facts.now, facts.endsAt - 1) }),
}

test.each(Object.keys(wrongRules))('the invariants detect a rule that %s', (name) => {
  const wrong = wrongRules[name] ?? planHold
  const property = fc.property(
    anyScenario(cardWindows),
    (scenario) => findViolations(simulate(scenario, wrong)).length === 0,
  )
  expect(fc.check(property, { numRuns: 2000, endOnFailure: true, seed: controlSeed }).failed).toBe(true)
})
