import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingWindow, weekdaysOfWindow } from '../slots/booking-window.ts'
import { startMinutes } from '../slots/free-slots.ts'
import { instantOfWallTime } from '../time.ts'
import { attemptsAfterMove, planHold, type HoldFacts, type HoldPlan } from './hold-plan.ts'

const hour = 3_600_000
const minute = 60_000
const day = 24 * hour

/** How long banks hold an amount: 4 days 18 hours, 5, 7, 28 and 30 days. */
const cardWindows = [114 * hour, 5 * day, 7 * day, 28 * day, 30 * day]
/** Shorter than any bank's: a hold placed at the first try does not outlive the job. */
const shortWindows = [12 * hour, 30 * hour, 60 * hour, 96 * hour]
const jobLengths = [3, 4, 5]
/** From the first try over the longest job to a day after it. */
const longEnough = (72 + 5 + 24) * hour
/** The tries as the decision names them, not as the rule spells them. */
const triesBefore = [72 * hour, 48 * hour, 24 * hour]

/** One appointment and all that befalls it. Where nothing is said, the card accepts and nobody does anything. */
type Life = {
  zone: string
  /** The first bookable day is this many days after today. */
  leadDays: number
  bookedAt: number
  /** Which of the window's starts is booked. */
  start: number
  jobHours: number
  onSessionMs: number
  offSessionMs: number
  /** Which of the keeper's tries the card refuses, in order. */
  refuses: readonly boolean[]
  /** How long after each refusal the customer confirms the card; null for never. */
  confirmsAfter: readonly (number | null)[]
  /** Moves, each so long after the one before, to one of the window's starts at that moment. */
  moves: readonly { afterMs: number; start: number }[]
  /** When the keeper is down, counted from the booking. */
  downtimes: readonly { fromMs: number; lengthMs: number }[]
  handoverMs: number
}

type Cause = 'booked' | 'lapsed' | 'moved' | 'confirmed' | 'tried' | 'ended'
type Step = { at: number; cause: Cause; stay: Stay; facts: HoldFacts; plan: HoldPlan }
/** The time that an appointment stands at one start, from its booking or a move on. */
type Stay = { from: number; startsAt: number }
type Try = { at: number; stay: Stay; due: HoldFacts; accepted: boolean }
type Hold = { from: number; to: number }
type Story = {
  life: Life
  steps: Step[]
  tries: Try[]
  holds: Hold[]
  stay: Stay
  startsAt: number
  endsAt: number
}
/** Gives the sentences that are not true of a story. */
type Finder = (story: Story) => string[]

const startsOfWindows = new Map<string, number[]>()

/** One of the starts to come that may be booked or moved to at a moment: ten weekdays, eight starts each. */
function startOf(now: number, { zone, leadDays }: Life, pick: number): number {
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

/** Lives an appointment from event to event, until the job's end, with a keeper that does what the rule says as soon as it is due. */
function live(life: Life, rule: typeof planHold, { restartsAttempts = true } = {}): Story {
  let startsAt = startOf(life.bookedAt, life, life.start)
  let stay: Stay = { from: life.bookedAt, startsAt }
  let endsAt = startsAt + life.jobHours * hour
  let attemptedAt: number | null = null
  let inForce: Hold = { from: life.bookedAt, to: life.bookedAt + life.onSessionMs }
  let confirmsAt: number | null = null
  const moves = [...life.moves]
  let [movesAt, moveTo] = nextMove(life.bookedAt)
  const story: Story = { life, steps: [], tries: [], holds: [inForce], stay, startsAt, endsAt }

  function nextMove(since: number): [number, number] {
    const move = moves.shift()
    return move ? [since + move.afterMs, move.start] : [Number.POSITIVE_INFINITY, 0]
  }
  function awakeFrom(at: number): number {
    const asleep = life.downtimes
      .map(({ fromMs, lengthMs }) => ({
        from: life.bookedAt + fromMs,
        to: life.bookedAt + fromMs + lengthMs,
      }))
      .find(({ from, to }) => from <= at && at < to)
    return asleep ? awakeFrom(asleep.to) : at
  }
  function place(now: number, windowMs: number): void {
    // The fresh hold comes first; the old one is given back a moment later, unless it lapses before.
    inForce.to = Math.min(inForce.to, now + life.handoverMs)
    inForce = { from: now, to: now + windowMs }
    story.holds.push(inForce)
  }
  function factsAt(now: number): HoldFacts {
    return { captureBefore: inForce.to > now ? inForce.to : null, startsAt, endsAt, attemptedAt, now }
  }

  let now = life.bookedAt
  let cause: Cause = 'booked'
  while (story.steps.length < 100) {
    const facts = factsAt(now)
    const plan = rule(facts)
    story.steps.push({ at: now, cause, stay, facts, plan })
    if (cause === 'ended') return { ...story, stay, startsAt, endsAt }
    const triesAt = plan.kind === 'renew' ? awakeFrom(Math.max(plan.at, now)) : Number.POSITIVE_INFINITY
    const events: [number, Cause][] = [
      [endsAt, 'ended'],
      [inForce.to > now ? inForce.to : Number.POSITIVE_INFINITY, 'lapsed'],
      [movesAt < startsAt ? Math.max(movesAt, now) : Number.POSITIVE_INFINITY, 'moved'],
      [confirmsAt ?? Number.POSITIVE_INFINITY, 'confirmed'],
      [triesAt, 'tried'],
    ]
    ;[now, cause] = events.reduce((first, event) => (event[0] < first[0] ? event : first))
    if (cause === 'moved') {
      startsAt = startOf(now, life, moveTo)
      stay = { from: now, startsAt }
      if (restartsAttempts) attemptedAt = attemptsAfterMove.attemptedAt
      endsAt = startsAt + life.jobHours * hour
      ;[movesAt, moveTo] = nextMove(now)
    } else if (cause === 'confirmed') {
      confirmsAt = null
      // The page behind the link asks for nothing when it is not needed, and the link ends with the start.
      if (now < startsAt && rule(factsAt(now)).kind !== 'kept') place(now, life.onSessionMs)
    } else if (cause === 'tried') {
      const accepted = !life.refuses[story.tries.length]
      story.tries.push({ at: now, stay, due: factsAt(now), accepted })
      attemptedAt = now
      if (accepted) place(now, life.offSessionMs)
      else {
        const after = life.confirmsAfter[story.tries.length - 1] ?? null
        confirmsAt = after === null ? confirmsAt : now + after
      }
    }
  }
  throw new Error('the keeper never comes to rest')
}

/** The first instant from `from` until `to` at which nothing is held; null when something always is. */
function firstGap(holds: readonly Hold[], from: number, to: number): number | null {
  let covered = from
  for (const hold of [...holds].sort((a, b) => a.from - b.from)) {
    if (hold.from <= covered) covered = Math.max(covered, hold.to)
  }
  return covered >= to ? null : covered
}

/** What must be true of every life. */
function findBroken(story: Story): string[] {
  const { life } = story
  const broken: string[] = []
  const claim = (holds: boolean, sentence: string): void => {
    if (!holds) broken.push(sentence)
  }
  for (const stay of new Set(story.tries.map((tried) => tried.stay))) {
    const { startsAt } = stay
    const tries = story.tries.filter((tried) => tried.stay === stay)
    claim(tries.length <= 3, 'at most three tries for one start')
    const turns = tries.map(({ at }) => triesBefore.filter((before) => startsAt - before <= at).length)
    claim(!turns.includes(0), 'no try comes earlier than 72 hours before the start')
    claim(new Set(turns).size === turns.length, 'each try has a turn of its own')
    if (life.downtimes.length === 0) {
      const onTime = tries.every(({ at }) => triesBefore.includes(startsAt - at) || at === stay.from)
      claim(onTime, 'a keeper that is up tries at 72, 48 and 24 hours sharp, an overslept try at once')
    }
  }
  for (const [index, { at, stay, due }] of story.tries.entries()) {
    const needed = due.captureBefore === null || due.captureBefore < due.endsAt + day
    claim(needed, 'no try while the live hold outlives the job by a day')
    const before = story.tries[index - 1]
    const isFirst = before === undefined || before.stay !== stay
    claim(isFirst || at - before.at >= hour, 'an hour at least between two tries for one start')
  }
  for (const [index, { at, cause, stay, facts, plan }] of story.steps.entries()) {
    const next = story.steps[index + 1]
    if (plan.kind === 'failed') {
      const isTried = story.tries.some((tried) => tried.stay === stay && tried.at <= at)
      claim(isTried && at > facts.startsAt - 25 * hour, 'nothing fails untried, nor before the last turn')
      const changed = next && ['moved', 'confirmed', 'ended'].includes(next.cause)
      claim(!next || changed || next.plan.kind === 'failed', 'what failed stays so until a hold or a move')
    }
    const lasts = facts.captureBefore !== null && facts.captureBefore >= facts.endsAt + day
    claim(lasts === (plan.kind === 'kept'), 'kept is what lasts, and nothing else')
    claim(!lasts || next?.cause !== 'tried', 'what is kept asks for nothing')
    if (cause === 'moved' || cause === 'booked') {
      const first = facts.startsAt - 72 * hour
      const isDue = plan.kind === 'kept' || (plan.kind === 'renew' && plan.at === first)
      claim(isDue, 'a new start has its tries before it, and an overslept one at once')
    }
    claim((plan.kind === 'over') === (cause === 'ended' && plan.kind !== 'kept'), 'over is after the end')
  }
  const handovers = story.holds.flatMap((hold, index) =>
    story.holds.slice(index + 1).map((later) => Math.min(hold.to, later.to) - later.from),
  )
  claim(
    handovers.every((ms) => ms <= minute),
    'two holds at once for a minute at most',
  )
  const ends = story.holds.flatMap(({ from, to }) => [from, to])
  const together = ends.map((at) => story.holds.filter(({ from, to }) => from <= at && at < to).length)
  claim(Math.max(...together) <= 2, 'never three holds at once')
  if (life.offSessionMs >= longEnough && life.onSessionMs >= longEnough) claimHeld(story, claim)
  return broken
}

/**
 * With the windows banks give: whatever is placed within 72 hours of the start lasts until a day after the job's end, and
 * so does what was kept from the beginning. Nothing lasts only where every try was refused or slept through.
 */
function claimHeld(
  { holds, tries, steps, stay, startsAt, endsAt }: Story,
  claim: (holds: boolean, sentence: string) => void,
): void {
  const last = steps.at(-1)
  const placed = holds.find(({ from }) => from >= startsAt - 72 * hour)
  if (placed) {
    claim(firstGap(holds, placed.from, endsAt + day) === null, 'what is placed in the last three days lasts')
    const isTriedAgain = tries.some((tried) => tried.stay === stay && tried.at > placed.from)
    claim(!isTriedAgain, 'no try follows a hold that lasts')
  }
  const accepted = tries.some((tried) => tried.stay === stay && tried.accepted)
  claim(!accepted || last?.plan.kind === 'kept', 'an accepted try lasts')
}

const zones = ['America/Los_Angeles', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe']
/** In each zone, the days around which clocks change in 2027. */
const clockChanges = ['2027-03-14', '2027-11-07', '2027-03-28', '2027-10-31', '2027-04-04', '2027-10-03']

const bookingMoment = fc.oneof(
  fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-12-31') }),
  fc
    .record({ around: fc.constantFrom(...clockChanges), off: fc.integer({ min: -21 * day, max: day }) })
    .map(({ around, off }) => Date.parse(around) + off),
)
/** Days of lead at which a move can come within 72 hours of the new start. */
const shortLeads = [0, 1, 2, 3]
const duration = (max: number) => fc.integer({ min: 0, max })

function anyLife(windows: readonly number[], changes: Partial<Life> = {}) {
  return fc
    .record({
      zone: fc.constantFrom(...zones),
      leadDays: fc.oneof(fc.constantFrom(...shortLeads), fc.integer({ min: 0, max: 60 })),
      bookedAt: bookingMoment,
      start: fc.nat(79),
      jobHours: fc.constantFrom(...jobLengths),
      onSessionMs: fc.constantFrom(...windows),
      offSessionMs: fc.constantFrom(...windows),
      refuses: fc.array(fc.boolean(), { maxLength: 12 }),
      confirmsAfter: fc.array(fc.option(duration(4 * day)), { maxLength: 12 }),
      moves: fc.array(fc.record({ afterMs: duration(20 * day), start: fc.nat(79) }), { maxLength: 3 }),
      downtimes: fc.array(fc.record({ fromMs: duration(30 * day), lengthMs: duration(6 * day) }), {
        maxLength: 3,
      }),
      handoverMs: duration(minute),
    })
    .map((life): Life => ({ ...life, ...changes }))
}

/** Nobody does anything, and the card is a Visa. */
const plain: Life = {
  zone: 'America/Los_Angeles',
  leadDays: 7,
  bookedAt: Date.parse('2026-12-07T10:00:00-08:00'),
  start: 0,
  jobHours: 5,
  onSessionMs: 7 * day,
  offSessionMs: 114 * hour,
  refuses: [],
  confirmsAfter: [],
  moves: [],
  downtimes: [],
  handoverMs: minute,
}

const whole: Partial<Life> = { refuses: [], downtimes: [] }

function check(lives: fc.Arbitrary<Life>, finders: Finder[], numRuns: number): void {
  fc.assert(
    fc.property(lives, (life) => {
      const story = live(life, planHold)
      expect(finders.flatMap((find) => find(story))).toEqual([])
    }),
    { numRuns },
  )
}

test('any life of any card, also of one that holds for hours only: tries keep to their turns, no two holds outlast a handover', () => {
  check(anyLife([...cardWindows, ...shortWindows], { confirmsAfter: [] }), [findBroken], 10_000)
})

test('any life of a card as banks give them: what is placed in the last three days lasts', () => {
  check(anyLife(cardWindows), [findBroken], 10_000)
})

/** With a card that accepts and a keeper that is up. */
function findUnheld({ holds, tries, stay, startsAt, endsAt }: Story): string[] {
  const gap = firstGap(holds, Math.max(startsAt - 72 * hour, stay.from), endsAt + day)
  const forLast = tries.filter((tried) => tried.stay === stay)
  return [
    ...(gap === null ? [] : [`nothing is held ${(gap - startsAt) / hour} hours from the start`]),
    ...(forLast.length <= 1 ? [] : ['tried again though it was accepted']),
  ]
}

test('a card that accepts is held from 72 hours before the start to 24 hours after the end, however often it is moved', () => {
  check(anyLife(cardWindows, whole), [findBroken, findUnheld], 5000)
})

/** The tries of a start that was booked or moved to so long before it: one that was overslept is made at once. */
function triesDue(leadMs: number): number[] {
  const toCome = triesBefore.filter((before) => before < leadMs)
  if (toCome.length === triesBefore.length) return toCome
  return [leadMs, ...toCome.filter((before) => leadMs - before >= hour)]
}

/** With a card that refuses, a customer who does nothing, and a keeper that is up. */
function findUnfailed({ steps, tries, stay, startsAt, endsAt }: Story): string[] {
  const atMove = steps.findLast(({ cause }) => cause === 'booked' || cause === 'moved')
  if (atMove?.plan.kind === 'kept') return []
  const at = tries.filter((tried) => tried.stay === stay).map((tried) => startsAt - tried.at)
  const due = triesDue(startsAt - stay.from)
  const failed = steps.find((step) => step.stay === stay && step.plan.kind === 'failed')
  return [
    ...(at.join() === due.join() ? [] : [`tried ${at.join()} before the start, not ${due.join()}`]),
    ...(failed?.at === startsAt - (due.at(-1) ?? Number.NaN) ? [] : ['not failed at the last try']),
    ...(steps.at(-1)?.plan.kind === 'over' && steps.at(-1)?.at === endsAt ? [] : ['not over at the end']),
  ]
}

test('a card that refuses is tried three times for each start it comes near, and has failed a day before the last', () => {
  const refused = { refuses: Array.from({ length: 12 }, () => true), confirmsAfter: [], downtimes: [] }
  check(anyLife(cardWindows, refused), [findBroken, findUnfailed], 5000)
})

const cardPairs = cardWindows.flatMap((onSession) =>
  cardWindows.map((offSession) => [onSession, offSession] as const),
)
const refusals = Array.from({ length: 8 }, (_, bits) => [1, 2, 4].map((bit) => (bits & bit) > 0))
const bookings = ['2027-02-10', '2027-03-05', '2027-10-28'].flatMap((date) =>
  ['00:00:00', '12:00:00', '16:37:00', '23:59:59.999'].map((time) => Date.parse(`${date}T${time}-08:00`)),
)

test('every start of the window, job, pair of card windows and pattern of refusals, over both changes of the clocks', () => {
  const broken = new Map<string, Life>()
  let count = 0
  const judge = (life: Life): void => {
    count++
    const accepts = life.refuses.indexOf(false)
    const finders = [findBroken, ...(accepts === 0 ? [findUnheld] : accepts < 0 ? [findUnfailed] : [])]
    const story = live(life, planHold)
    for (const find of finders) for (const sentence of find(story)) broken.set(sentence, life)
  }
  for (const bookedAt of bookings)
    for (let start = 0; start < 80; start++)
      for (const jobHours of jobLengths)
        for (const [onSessionMs, offSessionMs] of cardPairs)
          for (const refuses of refusals)
            judge({ ...plain, bookedAt, start, jobHours, onSessionMs, offSessionMs, refuses })
  expect([...broken]).toEqual([])
  expect(count).toBe(12 * 80 * 3 * 25 * 8)
})

test('a plan that keeps the attempts of the old start after a move is found out', () => {
  const lives = fc.property(
    anyLife(cardWindows),
    (life) => findBroken(live(life, planHold, { restartsAttempts: false })).length === 0,
  )
  expect(fc.check(lives, { numRuns: 5000, endOnFailure: true }).failed).toBe(true)
})

const wrongRules: Record<string, typeof planHold> = {
  'forgets its tries': (facts) => planHold({ ...facts, attemptedAt: null }),
  'drops the margin': ({ captureBefore, ...facts }) =>
    planHold({ ...facts, captureBefore: captureBefore === null ? null : captureBefore + day }),
  'renews what is kept': (facts) => planHold({ ...facts, captureBefore: null }),
  'tries two hours late': (facts) => planHold({ ...facts, startsAt: facts.startsAt + 2 * hour }),
  'tries a minute early': (facts) => planHold({ ...facts, startsAt: facts.startsAt - minute }),
  'gives up after the first refusal': (facts) =>
    facts.attemptedAt === null ? planHold(facts) : planHold({ ...facts, attemptedAt: facts.now + day }),
  'goes on after the end': (facts) => planHold({ ...facts, now: Math.min(facts.now, facts.endsAt - 1) }),
}

test.each(Object.keys(wrongRules))('a rule that %s is found out', (name) => {
  const wrong = wrongRules[name] ?? planHold
  const lives = fc.property(anyLife(cardWindows), (life) => findBroken(live(life, wrong)).length === 0)
  expect(fc.check(lives, { numRuns: 2000, endOnFailure: true }).failed).toBe(true)
})
