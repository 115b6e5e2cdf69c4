import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { personWith, registerShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { readCsv } from '../support/read-csv.ts'
import {
  addSampleCustomer,
  addSampleShop,
  writeAppointments,
  written,
  type SampleShop,
} from '../support/staff-world.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person
let shop: SampleShop
let crowd: SampleShop

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
  await addSampleCustomer(world)
  shop = await addSampleShop(world, 'America/New_York')
  crowd = await fillCrowd()
}, 120_000)
afterAll(() => world.stop())

const path = '/api/admin/appointments.csv'
const columns =
  'Date,Time,Time zone,Customer,Email,Phone,Year,Make,Model,VIN,Package,Price,Status,Shop,Bay,Appointment'

/** The raw bytes: fetch removes the byte order mark. */
async function download(person: Person, query = '') {
  const response = await fetch(`${world.url}${path}${query}`, { headers: { cookie: person.cookie } })
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
  return { status: response.status, headers: response.headers, text, rows: readCsv(text.slice(1)) }
}

test('a row has the values of the table, in the shop’s time zone', async () => {
  const own = written(shop, {
    startsAt: Date.parse('2027-01-05T14:30Z'),
    name: 'Élodie, "Ella" 王 😀 محمد <b>',
    vin: 'WBAJU7C51KB123456',
    state: 'completed',
  })
  await writeAppointments(world, [own])
  const { headers, text, rows } = await download(administrator, '?search=%22ella%22')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="appointments.csv"')
  expect(text.startsWith(`\uFEFF${columns.split(',', 1)[0]}`)).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(rows).toEqual([
    columns.split(','),
    [
      '2027-01-05',
      '09:30',
      'America/New_York',
      own.name,
      own.email,
      '(626) 555-0142',
      '2013',
      'BMW',
      'X5',
      own.vin,
      'Smart Connect Essential',
      '499.00',
      'Completed',
      'Shop in America/New_York',
      `Bay ${own.id}`,
      own.id,
    ],
  ])
})

test('user text never starts a formula: an apostrophe is put before it, and the text is unchanged', async () => {
  const lane = await addSampleShop(world, 'America/New_York')
  const attacks = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1+1',
    '\u00A0=1',
    '\u200B=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\u22121',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://x.test","y")',
    '"=1"',
    ',=1',
  ]
  await writeAppointments(
    world,
    attacks.map((name, place) =>
      written(lane, { name, startsAt: Date.parse('2027-02-01T15:00Z') + place * 60_000 }),
    ),
  )
  const { rows } = await download(administrator, `?shopId=${lane.id}&order=earliest`)
  const cells = rows.slice(1).map((row) => row[3] ?? '')
  expect(cells).toHaveLength(attacks.length)
  for (const [index, cell] of cells.entries()) {
    const attack = attacks[index] ?? ''
    expect(cell).toBe(/^[",]/.test(attack) ? attack : `'${attack}`)
    expect(cell).not.toMatch(/^[\s=+\-@＝＋－＠]/u)
  }
})

test('the export equals the filtered list, across batches', async () => {
  const wide = await addSampleShop(world, 'Asia/Kolkata')
  const base = Date.parse('2027-03-01T06:00Z')
  await writeAppointments(
    world,
    Array.from({ length: 1207 }, (_, place) =>
      written(wide, {
        // Equal start times, across the batch boundaries.
        startsAt: base + Math.floor(place / 100) * 3_600_000,
        name: place % 3 === 0 ? 'Every Third' : 'Somebody Else',
        state: place % 5 === 0 ? 'cancelled' : 'booked',
      }),
    ),
  )
  for (const filters of [
    '',
    '&order=earliest',
    '&status=cancelled',
    '&search=third',
    '&search=e',
    '&search=e&status=authorized',
  ]) {
    const query = `?shopId=${wide.id}${filters}`
    const listed = await administrator.get(`/api/admin/appointments${query}`)
    const { rows } = await download(administrator, query)
    expect(rows.slice(1).map((row) => row[15])).toEqual(listed.body.map((row: { id: string }) => row.id))
    expect(rows.length).toBeGreaterThan(200)
  }
  expect((await download(administrator, '?search=nobody-of-this-name')).rows).toEqual([columns.split(',')])
})

test('a shop gets its own rows, a customer and a visitor are refused, and an invalid filter gets a sentence', async () => {
  const owner = await registerShop(world)
  const { rows } = await world.context.database.pool.query<SampleShop>(
    `select s.id, s.time_zone as zone from shops s join users u on u.id = s.owner_id where u.email = $1`,
    [owner.email],
  )
  const own = rows[0] ?? shop
  await writeAppointments(world, [written(own, { startsAt: Date.parse('2027-01-05T14:30Z') })])
  expect((await download(owner)).rows.slice(1).map((row) => row[13])).toEqual(['Second Gear'])
  expect((await download(owner, `?shopId=${shop.id}`)).rows).toHaveLength(1)
  expect((await (await signUp(world)).get(path)).status).toBe(403)
  expect((await personWith(world, '').get(path)).status).toBe(401)
  const refused = await administrator.get(`${path}?limit=5`)
  expect([refused.status, refused.body]).toEqual([400, { error: 'Unknown field: limit.' }])
})

/** Starts a download of the crowd and reads its first chunk. */
async function beginDownload(query: string): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(
      `${world.url}${path}${query}`,
      { agent: false, headers: { cookie: administrator.cookie } },
      resolve,
    ).on('error', reject)
  })
  await new Promise((resolve) => response.once('readable', resolve))
  response.read()
  return response
}

const [late, early] = [5300, 1200]

/**
 * More than all buffers between server and reader, by long names. The latest rows exceed one search batch,
 * and the earliest exceed the count limit.
 */
async function fillCrowd(): Promise<SampleShop> {
  const crowd = await addSampleShop(world, 'America/New_York')
  const { pool } = world.context.database
  await pool.query(`insert into bays (shop_id, name) values ($1, 'Wide')`, [crowd.id])
  for (let first = 1; first <= early + late; first += 500) {
    await pool.query(
      `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state, customer_name,
         customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
       select gen_random_uuid(), $1, (select id from bays where shop_id = $1), 'fixture', 1, 49900,
         timestamptz '2020-01-01Z' + n * interval '1 hour', timestamptz '2020-01-01Z' + n * interval '1 hour' + interval '30 minutes',
         'cancelled', case when n <= $3 then 'Early ' else 'Late ' end || repeat('.', 4000), 'crowd@example.test', '6265550142',
         2013, 'BMW', 'X5', now()
       from generate_series($2::integer, $2 + 499) n`,
      [crowd.id, first, early],
    )
  }
  await pool.query('analyze appointments')
  return crowd
}

test('a stalled reader holds no database connection, and a disconnect stops the export', async () => {
  const { pool } = world.context.database
  let acquisitions = 0
  const count = (): void => void acquisitions++
  pool.on('acquire', count)
  const response = await beginDownload(`?shopId=${crowd.id}`)
  const standsStill = async (): Promise<number> => {
    let before = -1
    await vi.waitUntil(
      () => {
        const still = acquisitions === before && pool.idleCount === pool.totalCount
        before = acquisitions
        return still
      },
      { interval: 300, timeout: 20_000 },
    )
    return acquisitions
  }
  const whenFull = await standsStill()
  // A complete export takes two queries per 500 rows.
  expect(whenFull).toBeLessThan(((late + early) / 500) * 2 - 6)
  response.destroy()
  expect(await standsStill()).toBeLessThan(whenFull + 4)
  pool.off('acquire', count)

  // A broad search whose matches come late is still exported in full.
  const found = await download(administrator, `?shopId=${crowd.id}&search=early`)
  expect(found.rows.slice(1)).toHaveLength(early)
  const page = await administrator.get(`/api/admin/appointments?shopId=${crowd.id}&search=early&limit=3`)
  expect(page.body.map((row: { id: string }) => row.id)).toEqual(found.rows.slice(1, 4).map((row) => row[15]))
  expect(page.headers.get('x-total-count')).toBe('1000+')
}, 60_000)

test('an export that fails midway does not end like a complete file', async () => {
  const { pool } = world.context.database
  const response = await beginDownload('?search=crowd%40example.test')
  await pool.query('alter table bays rename to bays_away')
  const ended = new Promise<string>((resolve) => {
    response.once('end', () => resolve('whole'))
    response.once('error', (error) => resolve(error.message))
  })
  response.resume()
  expect(await ended).toBe('aborted')
  await pool.query('alter table bays_away rename to bays')
  expect((await download(administrator, '?search=third')).status).toBe(200)
}, 60_000)

test('an error before the first row is sent as a refusal', async () => {
  const { pool } = world.context.database
  await pool.query('alter table packages rename to packages_away')
  const answer = await administrator.get(path)
  await pool.query('alter table packages_away rename to packages')
  expect([answer.status, answer.headers.get('content-type'), answer.body.error]).toEqual([
    500,
    'application/json; charset=utf-8',
    expect.stringMatching(/^Something went wrong \(/),
  ])
})
