import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Overview } from '../../contract/admin/overview.ts'
import { registerShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { addPast, addShop, type HistoryShop, type PastAppointment } from '../support/shop-history.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person

// Tuesday; clocks went back in California on the Sunday before.
const now = Temporal.Instant.from('2026-11-03T19:20:00Z')
const losAngeles = 'America/Los_Angeles'

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
})
// Partway into a minute, which does not count before it is over.
beforeEach(() => world.context.clock.setOffset(now.epochMilliseconds + 25_000 - Date.now()))
afterAll(() => world.stop())

async function overviewOf(query: string, person = administrator): Promise<Overview> {
  const { status, body } = await person.get(`/api/admin/overview?${query}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Overview
}

const at = (wall: string, zone = losAngeles) =>
  new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds)

test('a small shop’s figures equal those counted by hand', async () => {
  const shop = await addShop(world, { hours: { 1: ['09:00', '17:00'], 2: ['09:30', '17:00'] } })
  const [, bayId = 0] = shop.bays
  const captured = { state: 'completed', moved: [['captured', 49_900]] } as const
  const past = (wall: string, changes: Partial<PastAppointment> = {}) =>
    addPast(world, shop, { startsAt: at(wall), ...changes })
  // One minute before the first of the four weeks.
  await past('2026-10-11T23:59', { ...captured, moved: [['captured', 49_900]] })
  await past('2026-10-12T09:00', { ...captured, moved: [['captured', 49_900]] })
  await past('2026-10-12T09:00', { bayId, state: 'completed', moved: [['captured', 39_900]], make: 'Audi' })
  await past('2026-10-19T13:00', {
    state: 'cancelled',
    moved: [
      ['captured', 49_900],
      ['refunded', 49_900],
    ],
  })
  // In progress: ten of its minutes are in the ten o'clock hour, and its future minutes are not used yet.
  await past('2026-11-03T10:50', { packageId: 3, priceCents: 129_900, make: 'Lexus' })
  await past('2026-11-26T09:00', { createdAt: at('2026-11-06T23:50') })
  await past('2026-11-23T09:00', { state: 'claimed' })
  await past('2026-11-30T09:00')
  const overview = await overviewOf(`shopId=${shop.id}&weeks=4`)
  expect(overview.presentMonday).toBe('2026-11-02')
  const empty = { capturedCents: 0, heldCents: 0, kept: 0, cancelled: 0 }
  expect(overview.weeks).toEqual([
    { ...empty, monday: '2026-10-12', capturedCents: 89_800, kept: 2 },
    { ...empty, monday: '2026-10-19', cancelled: 1 },
    { ...empty, monday: '2026-10-26' },
    { ...empty, monday: '2026-11-02', heldCents: 129_900, kept: 1 },
    { ...empty, monday: '2026-11-09' },
    { ...empty, monday: '2026-11-16' },
    { ...empty, monday: '2026-11-23', heldCents: 49_900, kept: 1 },
  ])
  expect(overview.packages).toEqual([
    { name: 'Smart Connect Essential', sold: 3, cents: 149_700 },
    { name: 'Ultra Connect Pro', sold: 1, cents: 129_900 },
    { name: 'Smart Connect Premium', sold: 0, cents: 0 },
  ])
  expect(overview.makes).toEqual([
    { make: 'BMW', sold: 2 },
    { make: 'Audi', sold: 1 },
    { make: 'Lexus', sold: 1 },
  ])
  expect(overview.leadTimes).toEqual([
    { days: 8, appointments: 3 },
    { days: 20, appointments: 1 },
  ])
  expect(overview.medianLeadDays).toBe(8)
  const use = (weekday: number, hour: number) => {
    const cell = overview.bayUse.find((one) => one.weekday === weekday && one.hour === hour)
    return cell && [cell.takenMinutes, cell.openMinutes]
  }
  // Four Mondays of two bays; the Tuesday of this week is open until now, 11:20.
  expect([use(1, 8), use(1, 9), use(1, 11), use(1, 12)]).toEqual([
    undefined,
    [120, 480],
    [120, 480],
    [0, 480],
  ])
  // No installation starts at 9:30, so the first half hour of Tuesdays cannot be sold.
  expect([use(2, 9), use(2, 10), use(2, 11), use(2, 12)]).toEqual([undefined, [10, 480], [20, 400], [0, 360]])
  expect(use(3, 10)).toBeUndefined()
})

test('a shop without bookings has its weeks, its packages and zeros', async () => {
  const shop = await addShop(world, { hours: {} })
  const overview = await overviewOf(`shopId=${shop.id}`)
  expect(overview.weeks).toHaveLength(15)
  expect(overview).toMatchObject({ bayUse: [], makes: [], leadTimes: [], medianLeadDays: null })
  expect(overview.packages.map(({ sold, cents }) => [sold, cents])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

test('closures, bays out of use, weekends, days too short and the time before a registration are not open time', async () => {
  const shop = await addShop(world, {
    bays: [true, false],
    hours: { 1: ['09:00', '12:00'], 2: ['09:00', '11:00'], 6: ['09:00', '17:00'] },
    closures: [['2026-10-19', '2026-10-20', '']],
    hereSince: at('2026-10-12T10:30').toISOString(),
  })
  const [inUse = 0, outOfUse = 0] = shop.bays
  for (const day of ['2026-10-12', '2026-10-19', '2026-10-26'])
    await addPast(world, shop, { startsAt: at(`${day}T09:00`), bayId: inUse })
  await addPast(world, shop, { startsAt: at('2026-11-02T09:00'), bayId: outOfUse })
  const { bayUse } = await overviewOf(`shopId=${shop.id}&weeks=4`)
  expect(bayUse).toEqual([
    { weekday: 1, hour: 9, takenMinutes: 60, openMinutes: 120 },
    { weekday: 1, hour: 10, takenMinutes: 90, openMinutes: 150 },
    { weekday: 1, hour: 11, takenMinutes: 120, openMinutes: 180 },
  ])
})

/** A seeded random generator: every run is the same. */
function seededRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return {
    whole: (below: number) => Math.floor(next() * below),
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
  }
}

type ChanceShop = { shop: HistoryShop; plan: Required<Parameters<typeof addShop>[1] & object> }

/** The hours of the plans below that can be sold, worked out by hand. */
const soldHours: Partial<Record<number, [from: string, to: string]>> = {
  1: ['09:00', '17:00'],
  3: ['09:00', '17:00'],
}

/** The shop's wall time of an instant. */
const wallOf = (date: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone).toPlainDateTime()
const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 }).toString()

/** Reference implementation: counts minute by minute, without the product's arithmetic. */
function countMinutes(shops: ChanceShop[], past: PastAppointment[], firstDay: string) {
  const cells = new Map<string, { takenMinutes: number; openMinutes: number }>()
  for (const { shop, plan } of shops) {
    const wallNow = wallOf(new Date(now.epochMilliseconds), shop.zone)
    const since = wallOf(new Date(plan.hereSince), shop.zone)
    const inUse = shop.bays.filter((_, index) => plan.bays[index])
    const ofShop = past
      .filter(({ shopId, state, startsAt }) => {
        return (
          shopId === shop.id &&
          (state === 'booked' || state === 'completed') &&
          startsAt.getTime() < now.epochMilliseconds
        )
      })
      .map((one) => {
        const [start, end] = [wallOf(one.startsAt, shop.zone), wallOf(one.endsAt, shop.zone)]
        const day = start.toPlainDate()
        const minutes = (wall: Temporal.PlainDateTime) =>
          day.until(wall.toPlainDate()).total('days') * 1440 + wall.hour * 60 + wall.minute
        return { bayId: one.bayId, day: day.toString(), from: minutes(start), to: minutes(end) }
      })
    for (let day = Temporal.PlainDate.from(firstDay); ; day = day.add({ days: 1 })) {
      if (Temporal.PlainDate.compare(day, wallNow.toPlainDate()) > 0) break
      const hours = soldHours[day.dayOfWeek]
      const text = day.toString()
      if (!hours || plan.closures.some(([first, last]) => first <= text && text <= last)) continue
      const [opens, closes] = hours.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
      const today = ofShop.filter((job) => job.day === text)
      for (let minute = opens ?? 0; minute < (closes ?? 0); minute += 1) {
        const wall = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
        if (Temporal.PlainDateTime.compare(wall, wallNow) >= 0) continue
        if (Temporal.PlainDateTime.compare(wall, since) < 0) continue
        const key = `${day.dayOfWeek} ${wall.hour}`
        const cell = cells.get(key) ?? { takenMinutes: 0, openMinutes: 0 }
        cells.set(key, cell)
        cell.openMinutes += inUse.length
        cell.takenMinutes += inUse.filter((bay) =>
          today.some((job) => job.bayId === bay && job.from <= minute && minute < job.to),
        ).length
      }
    }
  }
  return [...cells]
    .map(([key, cell]) => {
      const [weekday, hour] = key.split(' ').map(Number)
      return { weekday: weekday ?? 0, hour: hour ?? 0, ...cell }
    })
    .filter(({ openMinutes }) => openMinutes > 0)
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

function countWeeks(mondays: string[], past: PastAppointment[], zoneOf: (shopId: number) => string) {
  return mondays.map((monday) => {
    const week = past.filter(
      (one) => mondayOf(wallOf(one.startsAt, zoneOf(one.shopId)).toPlainDate()) === monday,
    )
    const counted = week.filter(({ state }) => state !== 'claimed' && state !== 'released')
    const money = counted.flatMap(({ moved }) => moved)
    return {
      monday,
      capturedCents: money.reduce((sum, [kind, cents]) => sum + (kind === 'captured' ? cents : -cents), 0),
      heldCents: counted
        .filter(({ state, endsAt }) => state === 'booked' && endsAt.getTime() > now.epochMilliseconds)
        .reduce((sum, { priceCents }) => sum + priceCents, 0),
      kept: counted.filter(({ state }) => state !== 'cancelled').length,
      cancelled: counted.filter(({ state }) => state === 'cancelled').length,
    }
  })
}

test('shops of two zones across both clock changes equal the reference', async () => {
  const { whole, pick } = seededRandom(20_261_103)
  const shops: ChanceShop[] = []
  for (const zone of [losAngeles, 'Australia/Lord_Howe']) {
    const plan = {
      zone,
      bays: [true, true, false],
      hours: { 1: ['09:00', '17:00'], 3: ['08:15', '17:40'], 6: ['10:00', '15:00'], 7: ['00:00', '06:30'] },
      closures: [
        ['2026-07-03', '2026-07-08', ''],
        ['2026-09-02', '2026-09-02', ''],
      ],
      hereSince: '2026-01-20T20:10:00Z',
    } satisfies ChanceShop['plan']
    shops.push({ shop: await addShop(world, plan), plan })
  }
  const zoneOf = (shopId: number) => shops.find(({ shop }) => shop.id === shopId)?.shop.zone ?? ''
  const past: PastAppointment[] = []
  for (let made = 0; made < 500; made += 1) {
    const { shop } = pick(shops)
    // From before the first week until past the last; often around the clock changes.
    const days = whole(5) === 0 ? pick([-226, -2, -213, -30, 1]) : whole(420) - 390
    const startsAt = new Date(
      now.add({ hours: days * 24 + whole(24) }).epochMilliseconds - whole(4) * 900_000,
    )
    const state = pick(['booked', 'completed', 'completed', 'cancelled', 'claimed', 'released'] as const)
    const priceCents = pick([49_900, 79_900])
    const moved: PastAppointment['moved'] = []
    if (state === 'completed' || (state === 'cancelled' && whole(2) === 0))
      moved.push(['captured', priceCents - whole(2) * 10_000])
    if (state === 'cancelled' && moved.length > 0)
      moved.push(['refunded', whole(2) === 0 ? (moved[0]?.[1] ?? 1) : 5000])
    const added = await addPast(world, shop, {
      startsAt,
      endsAt: new Date(startsAt.getTime() + (3 + whole(3)) * 3_600_000),
      createdAt: new Date(startsAt.getTime() - (7 * 24 + whole(14 * 24)) * 3_600_000),
      bayId: pick(shop.bays),
      state,
      packageId: pick([1, 2, 3]),
      priceCents,
      make: pick(['BMW', 'Audi', 'Lexus']),
      moved,
    })
    if (added) past.push(added)
  }
  expect(past.length).toBeGreaterThan(380)
  for (const { ids, weeks } of [
    { ids: [shops[0]], weeks: 52 },
    { ids: [shops[1]], weeks: 52 },
    { ids: [shops[1]], weeks: 4 },
  ] as { ids: ChanceShop[]; weeks: number }[]) {
    const own = past.filter(({ shopId }) => ids.some(({ shop }) => shop.id === shopId))
    const overview = await overviewOf(`shopId=${ids[0]?.shop.id}&weeks=${weeks}`)
    const mondays = Array.from({ length: weeks + 3 }, (_, index) =>
      Temporal.PlainDate.from('2026-11-02')
        .add({ weeks: index + 1 - weeks })
        .toString(),
    )
    expect(overview.weeks).toEqual(countWeeks(mondays, own, zoneOf))
    expect(overview.bayUse).toEqual(countMinutes(ids, own, mondays[0] ?? ''))
    const kept = own.filter(
      ({ state, startsAt, shopId }) =>
        (state === 'booked' || state === 'completed') &&
        mondays.includes(mondayOf(wallOf(startsAt, zoneOf(shopId)).toPlainDate())),
    )
    const leads = kept
      .map(({ startsAt, createdAt, shopId }) => {
        const [start, made] = [startsAt, createdAt].map((date) => wallOf(date, zoneOf(shopId)).toPlainDate())
        return made && start ? made.until(start).total('days') : Number.NaN
      })
      .sort((a, b) => a - b)
    expect(
      overview.leadTimes.flatMap(({ days, appointments }) => Array<number>(appointments).fill(days)),
    ).toEqual(leads)
    const middle = [
      leads[Math.floor((leads.length - 1) / 2)] ?? 0,
      leads[Math.ceil((leads.length - 1) / 2)] ?? 0,
    ]
    expect(overview.medianLeadDays).toBe((middle[0]! + middle[1]!) / 2)
    for (const make of ['BMW', 'Audi', 'Lexus'])
      expect(overview.makes.find((one) => one.make === make)?.sold).toBe(
        kept.filter((one) => one.make === make).length,
      )
    expect(overview.packages.reduce((sum, { cents }) => sum + cents, 0)).toBe(
      kept.reduce((sum, { priceCents }) => sum + priceCents, 0),
    )
  }
  // All shops together are the sum of each.
  const parts = await Promise.all(
    (await world.context.database.db.selectFrom('shops').select('id').execute()).map(({ id }) =>
      overviewOf(`shopId=${id}&weeks=26`),
    ),
  )
  const all = await overviewOf('weeks=26')
  expect(all.weeks.map(({ kept }) => kept)).toEqual(
    all.weeks.map((_, index) => parts.reduce((sum, part) => sum + (part.weeks[index]?.kept ?? 0), 0)),
  )
  const minutes = (overview: Overview) =>
    overview.bayUse.reduce((sum, cell) => sum + cell.takenMinutes + cell.openMinutes * 1_000_000, 0)
  expect(minutes(all)).toBe(parts.reduce((sum, part) => sum + minutes(part), 0))
})

test('for shops in different weeks the later one is the current week', async () => {
  const { clock } = world.context
  const before = clock.now() - Date.now()
  clock.setOffset(Date.parse('2026-11-08T23:00:00Z') - Date.now())
  expect((await overviewOf('shopId=5&weeks=4')).presentMonday).toBe('2026-11-02')
  expect((await overviewOf('weeks=4')).presentMonday).toBe('2026-11-09')
  clock.setOffset(before)
})

test('a shop sees its own figures only; another shop’s figures answer as missing', async () => {
  const owner = await registerShop(world)
  const own = await overviewOf('', owner)
  expect(own.weeks.reduce((sum, { kept }) => sum + kept, 0)).toBe(0)
  const foreign = await owner.get('/api/admin/overview?shopId=5')
  const missing = await administrator.get('/api/admin/overview?shopId=999999')
  expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  expect((await (await signUp(world)).get('/api/admin/overview')).status).toBe(403)
  expect((await administrator.get('/api/admin/overview?weeks=5')).status).toBe(400)
})
