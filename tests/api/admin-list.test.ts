import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentStatusOf } from '../../contract/booking/appointment-states.ts'
import { formatTimeOfDay, wallTimeOf } from '../../contract/time.ts'
import { personWith, registerShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import {
  addSampleCustomer,
  addSampleShop,
  writeAppointments,
  written,
  type SampleShop,
  type Written,
} from '../support/staff-world.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person
let owner: Person
let shops: SampleShop[]
let fixture: Written[]

const names = [
  'Élodie Durand',
  'ÉLODIE MARCHAND',
  'E\u0301lodie Decomposed',
  'Łukasz Żak',
  'Ольга Иванова',
  'Σίσυφος Παπάς',
  '王芳',
  'محمد علي',
  '😀 Sunny',
  '<b>Bold</b>',
  '100% Bob',
  'under_score',
  'back\\slash',
  "Conan O'Brien",
  'Casey Rivera',
  'Robin\u200d Hood',
]
const emails = [
  'casey@example.test',
  'o_b@mail.test',
  'J.Doe+cars@Example.TEST',
  'zoë@exämple.test',
  'wbaju7c51kb123456@example.test',
]
const vins = ['WBAJU7C51KB123456', 'W1KZF8DB5LA000123', 'JTHBZ1BL8FA012345', null]
const states = ['claimed', 'booked', 'completed', 'cancelled', 'released'] as const
const hourMs = 3_600_000
/** Instants around both changes of the clocks in the shops' time zones. */
const nights = ['2026-10-25T00:00Z', '2026-11-01T08:00Z', '2027-03-14T09:00Z', '2027-03-28T00:00Z'].map(
  (text) => Date.parse(text),
)

function pick<T>(values: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values)
}
const instants = fc
  .tuple(pick(nights), fc.integer({ min: -40 * 12, max: 40 * 12 }))
  .map(([night, fiveMinutes]) => night + fiveMinutes * 5 * 60_000)

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
  owner = await registerShop(world)
  await addSampleCustomer(world)
  const { rows } = await world.context.database.pool.query<SampleShop>(
    `select s.id, s.time_zone as zone from shops s join users u on u.id = s.owner_id where u.email = $1`,
    [owner.email],
  )
  const own = rows[0] ?? { id: 0, zone: '' }
  shops = [own, await addSampleShop(world, 'Europe/Berlin'), await addSampleShop(world, 'Asia/Kolkata')]
  const rowsOfFixture = fc.array(
    fc.record({
      shop: pick(shops),
      startsAt: instants,
      state: pick(states),
      name: pick(names),
      email: pick(emails),
      vin: pick(vins),
    }),
    { minLength: 400, maxLength: 400, size: 'max' },
  )
  fixture = (fc.sample(rowsOfFixture, { seed: 20_261_121, numRuns: 1 })[0] ?? []).map(({ shop, ...rest }) =>
    written(shop, rest),
  )
  await writeAppointments(world, fixture)
})
afterAll(() => world.stop())

function fold(text: string): string {
  return text.normalize().toLowerCase().replaceAll('ς', 'σ')
}

function wallOf({ startsAt, zone }: Written): string {
  const { day, minutes } = wallTimeOf(startsAt, zone)
  return `${day}T${formatTimeOfDay(minutes)}`
}

type Filters = Partial<Record<'search' | 'status' | 'from' | 'to' | 'shopId' | 'order', string>>

/** Reference implementation: filters the rows in memory. */
function expected(filters: Filters, shopId: number | null): string[] {
  const { search = '', status = 'all', from, to, order } = filters
  const words = fold(search.trim())
  const direction = order === 'earliest' ? 1 : -1
  return fixture
    .filter((row) => row.state !== 'released')
    .filter((row) => shopId === null || row.shopId === shopId)
    .filter((row) => filters.shopId === undefined || String(row.shopId) === filters.shopId)
    .filter((row) => status === 'all' || paymentStatusOf(row.state, 'card') === status)
    .filter((row) => from === undefined || wallOf(row) >= from)
    .filter((row) => to === undefined || wallOf(row) <= to)
    .filter((row) => [row.name, row.email, row.vin ?? ''].some((text) => fold(text).includes(words)))
    .sort((a, b) => direction * (a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1)))
    .map((row) => row.id)
}

function address(parameters: Record<string, string>): string {
  return `/api/admin/appointments?${new URLSearchParams(parameters).toString()}`
}

async function list(person: Person, parameters: Record<string, string>) {
  const answer = await person.get(address(parameters))
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return {
    ids: (answer.body as { id: string }[]).map((row) => row.id),
    next: answer.headers.get('x-next-after'),
    total: answer.headers.get('x-total-count'),
  }
}

async function readPages(person: Person, filters: Filters, limit: number) {
  const [ids, totals]: [string[], (string | null)[]] = [[], []]
  let after: string | null = null
  do {
    const parameters: Record<string, string> = {
      ...filters,
      limit: String(limit),
      ...(after === null ? {} : { after }),
    }
    const page = await list(person, parameters)
    ids.push(...page.ids)
    totals.push(page.total)
    if (page.next !== null) expect(page.ids).toHaveLength(limit)
    after = page.next
  } while (after !== null)
  return { ids, totals }
}

const pieces = [...names, ...emails, ...vins.filter((vin) => vin !== null)].flatMap((text) => {
  const letters = Array.from(text)
  return [
    text,
    letters.slice(1).join(''),
    letters.slice(0, 2).join(''),
    letters.slice(2, 6).join(''),
    letters[0] ?? '',
  ]
})
const searches = fc
  .tuple(
    pick([
      ...pieces,
      '%',
      '_',
      '\\',
      '\\%',
      '%%',
      "'",
      '"',
      "'; drop table appointments; --",
      'nobody',
      'x\\',
      '303',
      '\\303',
    ]),
    pick(['as it is', 'upper', 'lower', 'spaced']),
  )
  .map(([text, how]) => {
    if (how === 'upper') return text.toUpperCase()
    if (how === 'lower') return text.toLowerCase()
    return how === 'spaced' ? `  ${text} ` : text
  })
const wallTimes = fc
  .tuple(instants, pick(['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata']))
  .map(([instant, zone]) => {
    const { day, minutes } = wallTimeOf(instant, zone)
    return `${day}T${formatTimeOfDay(minutes)}`
  })

test('every combination of filters returns the same rows as the reference, in one query and page by page', async () => {
  const filtersOf = fc.record(
    {
      search: searches,
      status: pick(['all', 'pending', 'authorized', 'completed', 'cancelled']),
      from: wallTimes,
      to: wallTimes,
      shopId: pick([...shops.map((shop) => String(shop.id)), '99999']),
      order: pick(['latest', 'earliest']),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(filtersOf, fc.boolean(), pick([7, 50, 100]), async (filters, asShop, limit) => {
      const person = asShop ? owner : administrator
      const right = expected(filters, asShop ? (shops[0]?.id ?? 0) : null)
      const everything = await list(person, filters)
      expect(everything).toEqual({ ids: right, next: null, total: null })
      const paged = await readPages(person, filters, limit)
      expect(paged.ids).toEqual(right)
      expect(new Set(paged.totals)).toEqual(new Set([String(right.length)]))
    }),
    { numRuns: 150 },
  )
}, 120_000)

test('control: the reference keeps some rows, drops others and matches each search', () => {
  const shown = expected({}, null)
  expect(shown.length).toBeGreaterThan(250)
  expect(shown.length).toBeLessThan(fixture.length)
  for (const search of ['éLODIE', 'σίσυφοσ', 'ИВАНОВА', '王芳', '%', '_', '\\', 'zoë@', 'wbaju7c51kb123456'])
    expect(expected({ search }, null).length, search).toBeGreaterThan(0)
})

test('a wall time that occurs twice matches both instants', async () => {
  const shop = shops[0] ?? { id: 0, zone: '' }
  const first = Date.parse('2028-11-05T01:30-07:00')
  const twice = [written(shop, { startsAt: first }), written(shop, { startsAt: first + hourMs })]
  const around = [
    written(shop, { startsAt: first - 60_000 }),
    written(shop, { startsAt: first + hourMs + 60_000 }),
  ]
  await writeAppointments(world, [...twice, ...around])
  const found = await list(administrator, {
    from: '2028-11-05T01:30',
    to: '2028-11-05T01:30',
    order: 'earliest',
  })
  expect(found.ids).toEqual(twice.map((row) => row.id))
  fixture.push(...twice, ...around)
})

test('both ends of a range are inclusive to the minute', async () => {
  const shop = shops[1] ?? { id: 0, zone: '' }
  const late = written(shop, { startsAt: Date.parse('2029-06-01T10:15:59+02:00') })
  await writeAppointments(world, [late])
  fixture.push(late)
  expect((await list(administrator, { from: '2029-06-01T10:15', to: '2029-06-01T10:15' })).ids).toEqual([
    late.id,
  ])
  expect((await list(administrator, { from: '2029-06-01T10:16' })).ids).toEqual([])
  expect((await list(administrator, { from: '2029-01-01T00:00', to: '2029-06-01T10:14' })).ids).toEqual([])
})

test('pages skip and repeat no row while appointments are added', async () => {
  const shop = await addSampleShop(world, 'America/Los_Angeles')
  const base = Date.parse('2027-06-01T16:00Z')
  // Many have equal start times, so the id breaks the tie.
  const there = Array.from({ length: 60 }, (_, place) =>
    written(shop, { startsAt: base + Math.floor(place / 20) * hourMs }),
  )
  await writeAppointments(world, there)
  for (const order of ['latest', 'earliest']) {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await list(administrator, {
        shopId: String(shop.id),
        limit: '9',
        order,
        ...(after === null ? {} : { after }),
      })
      seen.push(...page.ids)
      after = page.next
      await writeAppointments(
        world,
        [-1, 0, 1, 2, 3].map((hours) => written(shop, { startsAt: base + hours * hourMs })),
      )
    } while (after !== null && seen.length < 500)
    expect(new Set(seen).size).toBe(seen.length)
    expect(there.filter((row) => !seen.includes(row.id))).toEqual([])
  }
})

test('a page past the end is empty and the last', async () => {
  expect(await list(administrator, { limit: '5', after: `1000~${randomUUID()}` })).toMatchObject({
    ids: [],
    next: null,
  })
  const rest = await list(administrator, { after: `9999999999999~${randomUUID()}` })
  expect(rest.ids).toHaveLength(50)
})

test('a customer and a visitor are refused with any parameters', async () => {
  const customer = await signUp(world)
  for (const path of [
    address({}),
    address({ limit: '5' }),
    address({ search: 'a', shopId: String(shops[0]?.id) }),
  ]) {
    expect((await customer.get(path)).status).toBe(403)
    expect((await personWith(world, '').get(path)).status).toBe(401)
  }
})

test('each invalid parameter has its own error sentence', async () => {
  const sentences: [string, string][] = [
    ['search=' + 'x'.repeat(201), 'Please search for something shorter'],
    ['search=a%00b', 'Please remove the characters that cannot be shown'],
    ['search=a%0Ab', 'Please search within one line'],
    ['search=a&search=b', 'Please search for one text'],
    ['status=', 'Please choose all, pending, authorized, completed or cancelled'],
    ['status=released', 'Please choose all, pending, authorized, completed or cancelled'],
    ['from=yesterday', 'Please give the time as YYYY-MM-DDTHH:MM'],
    ['from=2026-02-30T10:00', 'Please give the time as YYYY-MM-DDTHH:MM'],
    ['to=2026-11-21', 'Please give the time as YYYY-MM-DDTHH:MM'],
    ['to=2026-11-21T10:00Z', 'Please give the time as YYYY-MM-DDTHH:MM'],
    ['shopId=0', 'Please give the number of a shop'],
    ['shopId=5%20or%201', 'Please give the number of a shop'],
    ['order=random()', 'Please choose latest or earliest'],
    ['limit=0', 'Please ask for 1 to 100'],
    ['limit=101', 'Please ask for 1 to 100'],
    ['limit=1e2', 'Please ask for 1 to 100'],
    ['limit=5&after=here', 'That is not a page of this list'],
    ['limit=5&after=1~------------------------------------', 'That is not a page of this list'],
    [`limit=5&after=9999999999999999~${randomUUID()}`, 'That is not a page of this list'],
    ['page=2', 'Unknown field: page.'],
  ]
  for (const [query, sentence] of sentences) {
    const answer = await administrator.get(`/api/admin/appointments?${query}`)
    expect([query, answer.status, answer.body]).toEqual([query, 400, { error: sentence }])
  }
})

test('parameters at their limits are accepted', async () => {
  const edges = [
    { from: '0000-01-01T00:00', to: '9999-12-31T23:59' },
    { from: '2027-01-01T00:00', to: '2026-01-01T00:00' },
    { search: '%'.repeat(200) },
    { search: '\\'.repeat(199) + '_' },
    { limit: '1', after: `999999999999999~${randomUUID()}` },
    { limit: '1', after: `0~${randomUUID()}` },
    { shopId: '999999999' },
  ]
  for (const edge of edges) {
    const answer = await administrator.get(address(edge))
    expect([JSON.stringify(edge).slice(0, 60), answer.status]).toEqual([
      JSON.stringify(edge).slice(0, 60),
      200,
    ])
  }
})
