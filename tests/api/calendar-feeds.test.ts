import ICAL from 'ical.js'
import { parseICS } from 'node-ical'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, dayOf } from '../../contract/time.ts'
import { bookAtDesk } from '../support/desk-orders.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { personWith, type Person } from '../support/people.ts'
import { joinShop, openStaffedShop } from '../support/shop-members.ts'
import { shopZone } from '../support/start-world.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let technician: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

beforeEach(async () => {
  ;({ owner, desk, shopId } = await openStaffedShop(world))
  technician = await joinShop(world, shopId, 'technician')
})

const day = (ahead: number) => addDays(dayOf(world.context.clock.now(), shopZone), ahead)
async function book(date: string, name = 'Dolores Haze'): Promise<string> {
  const contact = { name, phone: '(626) 555-0177' }
  const { status, body } = await bookAtDesk(desk, { shopId, date }, { contact })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.id as string
}
const feedsOf = (by: Person) => by.get(`/api/work/shops/${shopId}/feeds`)
async function make(by: Person, kind: 'shop' | 'mine' = 'shop'): Promise<string> {
  const { status, body } = await by.post(`/api/work/shops/${shopId}/feeds`, { kind })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return new URL(body.url as string).pathname
}
const read = (path: string) => personWith(world, '').get(path)
const textOf = async (path: string) => (await read(path)).body as unknown as string

type Entry = { uid: string; start: string; end: string; summary: string; description: string }
const byUid = (entries: Entry[]) => entries.toSorted((one, other) => (one.uid < other.uid ? -1 : 1))

/** The events of a file by ical.js. */
function readByIcal(text: string): Entry[] {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  return byUid(
    events.map((component) => {
      const event = new ICAL.Event(component)
      return {
        uid: event.uid,
        start: event.startDate.toJSDate().toISOString(),
        end: event.endDate.toJSDate().toISOString(),
        summary: event.summary,
        description: event.description,
      }
    }),
  )
}

/** A text, with or without parameters. */
const plain = (value: string | { val: string } | undefined) =>
  typeof value === 'string' ? value : (value?.val ?? '')

/** The same by node-ical. */
function readByNodeIcal(text: string): Entry[] {
  const events = Object.values(parseICS(text)).filter(
    (entry) => entry !== undefined && entry.type === 'VEVENT',
  )
  return byUid(
    events.map((event) => ({
      uid: event.uid,
      start: event.start.toISOString(),
      end: event.end?.toISOString() ?? '',
      summary: plain(event.summary),
      description: plain(event.description),
    })),
  )
}

test('the feed of the shop has every job, and two parsers agree on it', async () => {
  const names = [
    'Dolores Haze',
    'Haze, Dolores; "the second"',
    'Zoë Ramírez 🚗 Großmann-Übelhör of a name that is longer than a folded line of the file',
    'Back\\slash and comma, semicolon; colon: end',
  ]
  const ids: string[] = []
  for (const [index, name] of names.entries()) ids.push(await book(`${day(index + 1)} 09:00`, name))
  // On both sides of a change of clocks.
  ids.push(await book('2027-03-12 09:00'), await book('2027-03-15 09:00'))
  await desk.post('/api/admin/blocks', {
    shopId,
    bayIds: [(await desk.get(`/api/admin/board?shopId=${shopId}`)).body.bays[0].id],
    from: `${day(1)} 12:00`,
    to: `${day(1)} 13:00`,
    reason: 'Lunch, and more',
  })
  const answer = await read(await make(desk))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(answer.headers.get('cache-control')).toContain('private')
  const text = answer.body as unknown as string
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const [one, other] = [readByIcal(text), readByNodeIcal(text)]
  expect(one).toEqual(other)
  expect(one).toHaveLength(ids.length + 1)
  const { rows } = await world.context.database.pool.query<{
    id: string
    starts_at: Date
    customer_name: string
  }>('select id, starts_at, customer_name from appointments where shop_id = $1', [shopId])
  for (const row of rows) {
    const entry = one.find(({ uid }) => uid === `shop-appointment-${row.id}@dashfit`)
    expect(entry?.start).toBe(row.starts_at.toISOString())
    expect(entry?.summary).toBe(`${row.customer_name}, 2013 BMW X5`)
    expect(entry?.description).toContain('(626) 555-0177')
  }
  expect(one.some(({ summary }) => summary === 'Blocked: Lunch, and more')).toBe(true)
})

test('a technician reads the own jobs alone, without a phone number', async () => {
  const id = await book(`${day(1)} 09:00`)
  await book(`${day(2)} 09:00`, 'Somebody Else')
  const people = (await desk.get(`/api/admin/shops/${shopId}/technicians`)).body as {
    userId: string
    name: string
  }[]
  const me = (await technician.get('/api/auth/get-session')).body.user.id as string
  expect(people.map(({ userId }) => userId)).toContain(me)
  await desk.patch(`/api/admin/appointments/${id}/technician`, { userId: me })
  expect((await feedsOf(technician)).body.possible).toEqual(['mine'])
  expect((await technician.post(`/api/work/shops/${shopId}/feeds`, { kind: 'shop' })).status).toBe(403)
  const text = await textOf(await make(technician, 'mine'))
  expect(readByIcal(text)).toHaveLength(1)
  expect(text).not.toMatch(/555-0177|6265550177|Somebody/)
})

test('a cancelled job leaves the feed, and a moved one keeps its entry with a higher sequence', async () => {
  const [gone, moved] = [await book(`${day(1)} 09:00`), await book(`${day(2)} 09:00`)]
  const path = await make(desk)
  expect(readByIcal(await textOf(path))).toHaveLength(2)
  await desk.patch(`/api/admin/appointments/${gone}/status`, { status: 'cancelled' })
  await desk.patch(`/api/admin/appointments/${moved}`, { date: `${day(3)} 10:00` })
  const text = await textOf(path)
  const [entry, ...others] = readByIcal(text)
  expect([entry?.uid, others]).toEqual([`shop-appointment-${moved}@dashfit`, []])
  expect(text).toContain('SEQUENCE:1')
})

test('a replaced or revoked link is no longer valid', async () => {
  const first = await make(desk)
  const second = await make(desk)
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
  const listed = (await feedsOf(desk)).body.feeds
  expect(listed).toMatchObject([{ kind: 'shop', lastReadAt: expect.any(String) }])
  expect(JSON.stringify(listed)).not.toContain(second.slice(-20, -4))
  expect((await desk.remove(`/api/work/shops/${shopId}/feeds/shop`)).status).toBe(200)
  expect((await read(second)).status).toBe(404)
  expect((await feedsOf(desk)).body.feeds).toEqual([])
})

test('the link of a removed, demoted or disabled person ends', async () => {
  const path = await make(desk)
  const id = (await desk.get('/api/auth/get-session')).body.user.id as string
  const { pool } = world.context.database
  await pool.query(`update shop_members set role = 'technician' where shop_id = $1 and user_id = $2`, [
    shopId,
    id,
  ])
  expect((await read(path)).status).toBe(404)
  await pool.query(`update shop_members set role = 'desk' where shop_id = $1 and user_id = $2`, [shopId, id])
  expect((await read(path)).status).toBe(200)
  await pool.query('update users set disabled_at = now() where id = $1', [id])
  expect((await read(path)).status).toBe(404)
  await pool.query('update users set disabled_at = null where id = $1', [id])
  expect((await owner.remove(`/api/admin/shops/${shopId}/people/${id}`)).status).toBe(200)
  expect((await read(path)).status).toBe(404)
})

test('an address that was never made is unknown, and the database holds no secret', async () => {
  expect((await read(`/api/calendar/${'a'.repeat(43)}.ics`)).status).toBe(404)
  expect((await read('/api/calendar/short.ics')).status).toBe(400)
  const path = await make(desk)
  const secret = path.split('/').at(-1)?.replace('.ics', '') ?? ''
  const { rows } = await world.context.database.pool.query('select secret_hash from calendar_feeds')
  expect(JSON.stringify(rows)).not.toContain(secret)
})
