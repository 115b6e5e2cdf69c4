import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { bookingWindow, weekdaysOfWindow } from '../contract/slots/booking-window.ts'
import { auditMoney } from '../tests/reliability/audit.ts'
import { chanceOf } from '../tests/reliability/chance.ts'
import {
  auditDealings,
  bustle,
  countAcknowledged,
  openCrowd,
  type Crowd,
} from '../tests/reliability/kill-world.ts'
import { auditWork, endRightsOf } from '../tests/reliability/twin-audit.ts'
import { orderFor } from '../tests/support/orders.ts'
import { personWith, signUp, type Person } from '../tests/support/people.ts'
import type { Bench } from './bench.ts'
import { mustBe, shown, type Line } from './line.ts'
import { median } from './measure.ts'
import { measureRate } from './run-load.ts'
import { openScaleTown, scaleAdministrator, type ScaleTown } from './scale-town.ts'

const counts = [1, 2, 4]
const readers = 32
const bookers = 16
/** So long after the last progress of the jobs, of the machine's time, what is not done is taken for lost. */
const breathMs = 60_000

const perSecond = (rates: readonly number[]): string =>
  rates.map((rate) => (rate >= 100 ? Math.round(rate).toLocaleString('en-US') : rate.toFixed(1))).join(' / ')

/** A day's free times of every process must be the same before their speed counts. */
async function requireOneAnswer({ processes }: ScaleTown, path: string): Promise<void> {
  const answers = await Promise.all(
    processes.map(async ({ port }) => (await fetch(`http://localhost:${port}${path}`)).text()),
  )
  if (new Set(answers).size !== 1 || !answers[0]?.includes('"available":true'))
    throw new Error(`processes differ: ${answers.join('\n')}`)
}

async function measureReads(bench: Bench, town: ScaleTown, rounds: number, seconds: number): Promise<Line> {
  const day = weekdaysOfWindow(bookingWindow(Date.now(), 'America/Los_Angeles'))[4]
  const path = `/api/appointments/availability?date=${day}&shopId=${town.shopIds[0]}&productId=1`
  await requireOneAnswer(town, path)
  const rates = counts.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    for (const [index, count] of counts.entries()) {
      const rate = await measureRate(bench, `${town.proxyOf(count)}${path}`, { callers: readers, seconds })
      if (round >= 0) rates[index]?.push(rate)
    }
  }
  return shown(
    `free times of a day through the proxy, ${readers} callers, 1 / 2 / 4 processes`,
    `${perSecond(rates.map((figures) => median(figures)))} a second`,
  )
}

/** Places that are nobody's yet: each is a shop, a day and a start, as often as the shop has bays. */
function* listPlaces({ shopIds }: ScaleTown, days: readonly string[]): Generator<[number, string]> {
  for (let bay = 0; bay < 6; bay++)
    for (const day of days)
      for (const hour of ['09', '12']) for (const shopId of shopIds) yield [shopId, `${day} ${hour}:00`]
}

/** Bookings per second through a proxy; every one must be taken. */
async function bookFor(
  url: string,
  cookies: readonly string[],
  places: Generator<[number, string]>,
  milliseconds: number,
): Promise<number> {
  const begun = performance.now()
  let booked = 0
  await Promise.all(
    Array.from({ length: bookers }, async (_, index) => {
      const person = personWith({ url }, cookies[index % cookies.length] ?? '')
      while (performance.now() - begun < milliseconds) {
        const { value } = places.next()
        if (!value) throw new Error('no place is left')
        const [shopId, date] = value as [number, string]
        const answer = await person.post(
          '/api/appointments',
          orderFor({ bookableDays: () => [] }, { shopId, date }),
          { 'idempotency-key': randomUUID() },
        )
        if (answer.status !== 201)
          throw new Error(`a booking was answered ${answer.status} ${JSON.stringify(answer.body)}`)
        booked += 1
      }
    }),
  )
  return booked / ((performance.now() - begun) / 1000)
}

async function measureBookings(town: ScaleTown, rounds: number, seconds: number): Promise<Line> {
  const days = weekdaysOfWindow(bookingWindow(Date.now(), 'America/Los_Angeles'))
  const people: Person[] = []
  for (let index = 0; index < 8; index++) people.push(await signUp({ url: town.proxyOf(4) }))
  const cookies = people.map(({ cookie }) => cookie)
  const places = listPlaces(town, days)
  const rates = counts.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    for (const [index, count] of counts.entries()) {
      const rate = await bookFor(town.proxyOf(count), cookies, places, round < 0 ? 1000 : seconds * 1000)
      if (round >= 0) rates[index]?.push(rate)
    }
  }
  return shown(
    `bookings through the proxy with the sandbox's card processor, ${bookers} callers, 1 / 2 / 4 processes`,
    `${perSecond(rates.map((figures) => median(figures)))} a second`,
  )
}

/** Everything that is not as it was told, lost or done twice, once what runs by itself had its time. */
async function auditAtRest(town: ScaleTown, crowd: Crowd, killed: ReadonlySet<string>): Promise<string[]> {
  const { pool, mailbox, outside } = town
  let [least, until] = [Number.POSITIVE_INFINITY, 0]
  for (; ; await wait(500)) {
    for (const name of killed) await endRightsOf(pool, name)
    await outside.advance(31)
    const [intents, now] = [await outside.intents(), await outside.now()]
    const found = [
      ...(await auditDealings({ pool, dealings: crowd.dealings, odd: crowd.odd })),
      ...(await auditMoney({ pool, intents, now })),
      ...(await auditWork({ pool, taken: mailbox.taken, killed, intents, now })),
    ]
    if (found.length < least) [least, until] = [found.length, Date.now() + breathMs]
    if (found.length === 0 || Date.now() > until) return found
  }
}

/** Four processes while people book, change, cancel and staff charge; one after another is ended outright and started again. */
async function killWhileServing(town: ScaleTown, kills: number, say: Bench['say']): Promise<Line[]> {
  const url = town.proxyOf(4)
  const crowd = await openCrowd(town.outside, { url }, scaleAdministrator.email, 8)
  const chance = chanceOf(20_261_122)
  const killed = new Set<string>()
  let serving = true
  const people = Array.from({ length: 12 }, (_, index) => bustle(crowd, chance.fork(index), () => serving))
  for (let kill = 0; kill < kills; kill++) {
    await wait(chance.between(800, 1600))
    killed.add(await town.replace(kill % town.processes.length, () => wait(chance.between(200, 800))))
  }
  await wait(500)
  serving = false
  await Promise.all(people)
  const acknowledged = countAcknowledged(crowd)
  const found = await auditAtRest(town, crowd, killed)
  for (const sentence of found.slice(0, 20)) say(sentence)
  const { rows } = await town.pool.query<{ holds: number }>('select count(*)::int as holds from holds')
  return [
    mustBe(
      `no answer of four processes is lost or contradicted, and no card charged otherwise, though ${kills === 1 ? 'one of them was' : `${kills} times one of them was`} ended with kill -9`,
      `${acknowledged.toLocaleString('en-US')} acknowledged, ${found.length} wrong`,
      found.length === 0 && acknowledged > 0,
    ),
    mustBe(
      'each job of all processes is done once: mails at the mail server, holds at the card processor',
      `${town.mailbox.taken.size} mails, ${rows[0]?.holds ?? 0} holds`,
      found.length === 0 && town.mailbox.taken.size > 0,
    ),
  ]
}

/**
 * Several processes of the built product on one PostgreSQL behind a round-robin proxy: how much 1, 2 and 4 of them answer, and whether
 * anything is lost or done twice while some of them die.
 */
export async function measureScale(bench: Bench): Promise<Line[]> {
  const town = await openScaleTown(await bench.postgres(), await bench.folderFor('scale'), counts)
  try {
    const [rounds, seconds] = bench.quick ? [1, 1] : [3, 4]
    return [
      await measureReads(bench, town, rounds, seconds),
      await measureBookings(town, rounds, seconds),
      ...(await killWhileServing(town, bench.quick ? 1 : 8, (line) => bench.say(line))),
    ]
  } finally {
    await town.stop()
  }
}
