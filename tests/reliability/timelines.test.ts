import { expect, test } from 'vitest'
import { startWorld } from '../support/start-world.ts'
import { auditMoney } from './audit.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import type { Chance } from './chance.ts'
import { inTurns } from './in-turns.ts'
import { outsideOf, type Intent } from '../support/outside.ts'
import {
  addAdministratorUser,
  answerMail,
  beginTimeline,
  doDeeds,
  holdWindows,
  type Timeline,
  type TimelineWorld,
} from './timeline.ts'
import { findKeeperFaults, takeSnapshots, type Snapshot } from './timeline-rules.ts'
import { widenShop } from './wide-shop.ts'

/** Timelines on one database before a fresh one is created. */
const timelinesPerWorld = 400
const hour = 3600

const run = batteryRun('timelines', 12)

type Figures = {
  ended: number
  heldAtTheEnd: number
  /** The same with the booking's hold alone. */
  heldByTheBooking: number
  /** Cards that stay good. */
  goodCards: number
  goodCardsHeld: number
  tries: number
  captures: number
}

type Played = { found: string[]; figures: Figures }

async function openWorld(): Promise<TimelineWorld> {
  const world = await startWorld({ LOG_LEVEL: 'error' })
  await widenShop(world.context.database.pool, 120)
  // Mails are counted in the outbox. Other tests cover sending, which would take most of the time.
  await world.context.database.pool.query(`
    create function count_as_sent() returns trigger language plpgsql as $$
      begin new.sent_at := new.created_at; return new; end $$;
    create trigger count_as_sent before insert on outbox for each row execute function count_as_sent()`)
  return { world, outside: outsideOf(world.sandboxUrl), administrator: await addAdministratorUser(world) }
}

/** Moves the clock by some hours, never to a whole one: starts are on the hour, and so is every attempt. */
async function moveClock({ world }: TimelineWorld, hours: number, chance: Chance): Promise<void> {
  const now = world.context.clock.now()
  const secondOfHour = Math.floor((now / 1000) % hour)
  const target = hours * hour - secondOfHour + chance.between(120, hour - 120)
  await world.advance(Math.max(target, 1))
}

/** Books a part with each card window, hours apart; then each card keeps its own window. */
async function bookAll(place: TimelineWorld, count: number, chance: Chance): Promise<Timeline[]> {
  const timelines: Timeline[] = []
  const groups = chance.shuffled(holdWindows)
  for (const [group, windows] of groups.entries()) {
    await place.outside.cards({ windowSeconds: windows })
    const size = Math.floor(((group + 1) * count) / groups.length) - timelines.length
    const labels = Array.from({ length: size }, (_, index) => `${group}-${index}`)
    timelines.push(
      ...(await inTurns(labels, 4, (label, index) =>
        beginTimeline(place, label, windows, chance.fork(1000 * group + index)),
      )),
    )
    await moveClock(place, chance.between(1, 9), chance)
  }
  await place.outside.cards({ windowSeconds: null })
  for (const { providerCustomer, windows } of timelines)
    await place.outside.cards({ customer: providerCustomer, windowSeconds: windows })
  return timelines
}

/** Audits the money of every appointment whose holds changed lately, at the provider and in our rows. */
async function auditChanged(
  { world }: TimelineWorld,
  byId: ReadonlyMap<string, Timeline>,
  since: number,
): Promise<string[]> {
  const { pool } = world.context.database
  const { rows } = await pool.query<{ id: string }>(
    'select distinct appointment_id as id from holds where changed_at > $1',
    [new Date(since)],
  )
  const intents = await inTurns(rows, 4, async ({ id }) => {
    const customer = byId.get(id)?.providerCustomer ?? ''
    const page = await world.context.stripe.paymentIntents.list({
      customer,
      limit: 100,
      expand: ['data.latest_charge'],
    })
    return page.data as unknown as Intent[]
  })
  const ids = rows.map(({ id }) => id)
  return auditMoney({ pool, intents: intents.flat(), now: world.context.clock.now(), ids })
}

/** Counts the appointments whose job ended in between, and those with a hold that could be captured then. */
async function countEnds(
  { world }: TimelineWorld,
  ended: readonly Timeline[],
  figures: Figures,
): Promise<void> {
  const { rows } = await world.context.database.pool.query<{ id: string; held: boolean; booking: boolean }>(
    `select a.id, coalesce(bool_or(h.capture_before > a.ends_at and h.status in ('live', 'lapsed')), false) as held,
        coalesce(bool_or(h.capture_before > a.ends_at and h.purpose = 'booking'), false) as booking
      from appointments a left join holds h on h.appointment_id = a.id and h.live_at <= a.ends_at
      where a.id = any($1::uuid[]) group by a.id`,
    [ended.map(({ id }) => id)],
  )
  for (const { id, held, booking } of rows) {
    const timeline = ended.find((one) => one.id === id)
    const isGood =
      timeline?.behaviour === 'approve' &&
      !timeline.log.some((line) => line.startsWith('card turns') || line === 'try refused')
    figures.ended += 1
    figures.heldAtTheEnd += held ? 1 : 0
    figures.heldByTheBooking += booking ? 1 : 0
    figures.goodCards += isGood ? 1 : 0
    figures.goodCardsHeld += isGood && held ? 1 : 0
  }
}

async function playWorld(
  place: TimelineWorld,
  count: number,
  chance: Chance,
  mostFound = 40,
): Promise<Played> {
  const { world } = place
  const { pool } = world.context.database
  const timelines = await bookAll(place, count, chance)
  const byId = new Map(timelines.map((timeline) => [timeline.id, timeline]))
  const figures: Figures = {
    ended: 0,
    heldAtTheEnd: 0,
    heldByTheBooking: 0,
    goodCards: 0,
    goodCardsHeld: 0,
    tries: 0,
    captures: 0,
  }
  const found: string[] = []
  const note = ({ id, log, windows, behaviour }: Timeline, sentences: readonly string[]): void => {
    const story = `${windows.onSession / hour}/${windows.offSession / hour} h, ${behaviour}; ${log.join(', ')}`
    found.push(...sentences.map((sentence) => `${id}: ${sentence} (${story})`))
  }
  let before = await takeSnapshots(pool)
  const isOver = (now: number): boolean =>
    [...before.values()].every(({ endsAt }) => endsAt + 26 * hour * 1000 < now)
  while (!isOver(world.context.clock.now()) && found.length < mostFound) {
    const from = world.context.clock.now()
    await moveClock(place, chance.between(1, 6), chance)
    const to = world.context.clock.now()
    const after = await takeSnapshots(pool)
    const ended: Timeline[] = []
    let deeds = 0
    for (const timeline of timelines) {
      const [was, is] = [before.get(timeline.id), after.get(timeline.id)]
      if (!was || !is) throw new Error(`${timeline.id} is gone`)
      note(timeline, findKeeperFaults(timeline, was, is, { from, to }))
      drawReactions(timeline, was, is, to, ended)
      const { done, found: wrong } = await doDeeds(place, timeline, to)
      note(timeline, wrong)
      deeds += done
    }
    found.push(...(await auditChanged(place, byId, from)))
    if (ended.length > 0) await countEnds(place, ended, figures)
    before = deeds > 0 ? await takeSnapshots(pool) : after
  }
  for (const { tries, state } of before.values()) {
    figures.tries += tries
    figures.captures += state === 'completed' ? 1 : 0
  }
  const intents = await place.outside.intents()
  found.push(...(await auditMoney({ pool, intents, now: world.context.clock.now() })))
  found.push(...world.logLines.map((line) => `logged: ${line}`))
  return { found, figures }
}

/** Draws the later deeds that a mail, or the end of the job, causes. */
function drawReactions(
  timeline: Timeline,
  was: Snapshot,
  is: Snapshot,
  now: number,
  ended: Timeline[],
): void {
  if (is.tries > was.tries) timeline.log.push(`try ${is.refusals > was.refusals ? 'refused' : 'held'}`)
  if (is.mails > was.mails) answerMail(timeline, now)
  const hasEnded = is.state === 'booked' && is.endsAt <= now && was.endsAt === is.endsAt
  if (!hasEnded || timeline.log.includes('ended')) return
  timeline.log.push('ended')
  ended.push(timeline)
  if (timeline.captures)
    timeline.deeds.push({ at: now + timeline.chance.next() * 20 * hour * 1000, kind: 'shop captures' })
}

function addUp(total: Figures, part: Figures): void {
  for (const key of Object.keys(total) as (keyof Figures)[]) total[key] += part[key]
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`

test(
  `${run.size} timelines of a hold follow the plan to the end of the job (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    const figures: Figures = {
      ended: 0,
      heldAtTheEnd: 0,
      heldByTheBooking: 0,
      goodCards: 0,
      goodCardsHeld: 0,
      tries: 0,
      captures: 0,
    }
    for (let played = 0; played < run.size && found.length === 0; played += timelinesPerWorld) {
      const place = await openWorld()
      const count = Math.min(timelinesPerWorld, run.size - played)
      const part = await playWorld(place, count, run.chance.fork(played))
      addUp(figures, part.figures)
      found.push(...part.found)
      await place.world.stop()
    }
    const { ended, tries, captures } = figures
    run.report({
      timelines: ended,
      tries,
      captures,
      'held at the end': percent(figures.heldAtTheEnd, ended),
      'of cards that stay good': percent(figures.goodCardsHeld, figures.goodCards),
      'by the hold of the booking alone': percent(figures.heldByTheBooking, ended),
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(ended).toBe(run.size)
    expect(figures.goodCardsHeld).toBe(figures.goodCards)
  },
  run.patience(1000),
)

test('control: if the renewal job forgets its attempts, it tries at other times and mails too often', async () => {
  const seen: string[] = []
  // A dozen timelines may all have cards that are never declined: then there are no attempts to forget.
  for (let draw = 1; draw <= 8 && seen.length === 0; draw++) {
    const place = await openWorld()
    try {
      await place.world.context.database.pool.query(`
        create function forget_try() returns trigger language plpgsql as $$
          begin new.hold_attempted_at := null; return new; end $$;
        create trigger forget_try before update on appointments for each row execute function forget_try()`)
      const { found } = await playWorld(place, 12, run.chance.fork(-draw), 1)
      seen.push(...found.filter((sentence) => /tries|mails/.test(sentence)))
    } finally {
      await place.world.stop()
    }
  }
  expect(seen).not.toEqual([])
}, 240_000)
