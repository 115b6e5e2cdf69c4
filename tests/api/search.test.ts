import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appointmentNumber } from '../../contract/booking/appointment-number.ts'
import { openShop, signInAdministrator, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { addVisit } from '../support/visits.ts'

let world: World
let administrator: Person
let shop: Person
let shopId: number
let other: { shop: Person; shopId: number }
const ids: Record<string, string> = {}

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
  const opened = await openShop(world, administrator)
  shop = opened.shop
  shopId = opened.shopId
  other = await openShop(world, administrator)
  const visits = {
    irish: { name: 'Síle O’Connor', phone: '6265550142', email: 'sile.oc@example.test' },
    spanish: { name: 'María José Núñez', phone: '2135557788', email: 'a_b%c@example.test' },
    polish: { name: 'Łukasz Groß-Øster', phone: '3105559012' },
    chinese: { name: '王小明', phone: '4155550001', vin: 'WBAJU7C51KB999001' },
    arabic: { name: 'أَحْمَد الخطيب', phone: '4155550002' },
    civic: {
      name: 'Maria Lopez',
      phone: '5125554417',
      car: [2018, 'Honda', 'Civic'],
      vin: '1HGFC2F59JA031234',
      packageId: 2,
    },
    past: { name: 'Maria Lopez', phone: '5125554417', inHours: -800, state: 'completed' },
    percent: { name: '100%_Dave \\ Co', phone: '7035550003' },
  } as const
  for (const [key, visit] of Object.entries(visits)) ids[key] = await addVisit(world, { shopId, ...visit })
  ids['foreign'] = await addVisit(world, {
    shopId: other.shopId,
    name: 'Síle O’Connor',
    phone: '6265550142',
  })
})
afterAll(() => world.stop())

const search = (person: Person, q: string, shopIdOf?: number) =>
  person.get(
    `/api/admin/search?q=${encodeURIComponent(q)}${shopIdOf === undefined ? '' : `&shopId=${shopIdOf}`}`,
  )

async function found(q: string): Promise<string[]> {
  const { status, body } = await search(shop, q)
  expect(status, JSON.stringify(body)).toBe(200)
  const names = new Map(Object.entries(ids).map(([key, id]) => [id, key]))
  return (body.appointments as { id: string }[]).map(({ id }) => names.get(id) ?? id)
}

describe('a search finds an appointment', () => {
  test.each([
    // Names without accents, apostrophes and hyphens, and with others.
    ["o'connor", ['irish']],
    ['oconnor', ['irish']],
    ['O’CONNOR sile', ['irish']],
    ['o connor', ['irish']],
    ['Oʼconnor', ['irish']],
    ['maria nunez', ['spanish']],
    ['jose', ['spanish']],
    ['mariajose', ['spanish']],
    ['Núñez, María', ['spanish']],
    ['lukasz', ['polish']],
    ['gross oster', ['polish']],
    ['GROẞ', ['polish']],
    ['gross-oster', ['polish']],
    // Other scripts, with and without vowel marks and variants of a letter.
    ['王小明', ['chinese']],
    ['小明', ['chinese']],
    ['王', ['chinese']],
    ['احمد', ['arabic']],
    ['أحمد الخطيب', ['arabic']],
    // Phones in any shape, and the end of one.
    ['(626) 555-0142', ['irish']],
    ['626.555.0142', ['irish']],
    ['626 555 0142', ['irish']],
    ['+1 626 555 0142', ['irish']],
    ['1-626-555-0142', ['irish']],
    ['+16265550142', ['irish']],
    ['626.555', ['irish']],
    ['0142', ['irish']],
    ['６２６５５５０１４２', ['irish']],
    ['٦٢٦٥٥٥٠١٤٢', ['irish']],
    ['sile 0142', ['irish']],
    // Email.
    ['SILE.OC@EXAMPLE.TEST', ['irish']],
    ['sile.oc@', ['irish']],
    ['a_b%c', ['spanish']],
    // Cars and VINs.
    ['2018 honda civic', ['civic']],
    ['civic maria', ['civic']],
    ['hondacivic', ['civic']],
    ['1HGFC2F59JA031234', ['civic']],
    ['1hg fc2 f59ja031234', ['civic']],
    ['031234', ['civic']],
    ['KB999001', ['chinese']],
    // Upcoming ones first.
    ['maria lopez', ['civic', 'past']],
    ['4417', ['civic', 'past']],
    // Signs of the query language are ordinary characters.
    ['100%', ['percent']],
    ['%_', ['percent']],
    ['%_dave', ['percent']],
    ['\\', ['percent']],
    ['%%%%', []],
    ['___', []],
    // Every word has to match.
    ['maria 0142', []],
    ['connor nunez', []],
    ['nobody of this name', []],
    ['\u0007\u001F', []],
    ['- ’ .', []],
    ['   ', []],
  ])('%j', async (q, expected) => {
    expect(await found(q)).toEqual(expected)
  })

  test('by its number, in any shape', async () => {
    const id = ids['irish'] ?? ''
    const number = appointmentNumber(id)
    for (const q of [number, number.toLowerCase(), number.replaceAll('-', ' '), `#${number}`, id])
      expect([q, await found(q)]).toEqual([q, ['irish']])
  })

  test.each(['(626) 555-0142', '626.555.0142', '+1 626 555 0142', '٦٢٦٥٥٥٠١٤٢', '6265550142'])(
    'by phone %j, in the list too',
    async (phone) => {
      const { body } = await shop.get(`/api/admin/appointments?search=${encodeURIComponent(phone)}`)
      expect((body as { id: string }[]).map(({ id }) => id)).toEqual([ids['irish']])
    },
  )

  test('by its package', async () => {
    const { body: packages } = await shop.get('/api/packages')
    const { name } = (packages as { id: number; name: string }[]).find(({ id }) => id === 2) ?? { name: '' }
    expect(await found(name)).toEqual(['civic'])
    expect(await found(`${name} lopez`)).toEqual(['civic'])
  })
})

test('a search of 500 characters is answered with a hint, of 2,001 refused with a sentence', async () => {
  const long = await search(shop, '王'.repeat(500))
  expect([long.status, long.body]).toEqual([200, { appointments: [], contacts: [], hint: 'too_long' }])
  const tooLong = await search(shop, 'x'.repeat(2001))
  expect([tooLong.status, tooLong.body]).toEqual([400, { error: 'Please search for something shorter' }])
  expect((await search(shop, 'maria '.repeat(33))).body.appointments).toHaveLength(2 + 1)
})

test('one or two characters are searched among the upcoming appointments of one shop alone', async () => {
  expect(await found('op')).toEqual(['civic'])
  const everywhere = await search(administrator, 'op')
  expect(everywhere.body).toEqual({ appointments: [], contacts: [], hint: 'too_short' })
  const ofOne = await search(administrator, 'op', shopId)
  expect(ofOne.body.appointments).toHaveLength(1)
})

test('a shop finds its own appointments and contacts alone, an administrator those of all', async () => {
  const own = (await search(shop, 'oconnor')).body
  expect(own.appointments.map(({ id }: { id: string }) => id)).toEqual([ids['irish']])
  expect(own.contacts).toMatchObject([
    { name: 'Síle O’Connor', shopId, phone: '6265550142', appointments: 1 },
  ])
  expect(own.contacts[0].id).toBe(own.appointments[0].contactId)
  const foreign = (await search(shop, 'oconnor', other.shopId)).body
  expect(foreign).toMatchObject({ appointments: [], contacts: [] })
  const all = (await search(administrator, 'oconnor')).body
  expect(all.appointments).toHaveLength(2)
  expect(all.contacts).toHaveLength(2)
  expect((await search(administrator, 'oconnor', other.shopId)).body.contacts).toHaveLength(1)
})

test('at most 8 appointments and 5 contacts are found, the next ones to come first', async () => {
  const crowd = await openShop(world, administrator)
  for (let hour = 12; hour > 0; hour -= 1)
    await addVisit(world, { shopId: crowd.shopId, name: `Crowd ${hour}`, inHours: hour * 24 })
  const { body } = await search(crowd.shop, 'crowd')
  expect(body.appointments.map(({ customerName }: { customerName: string }) => customerName)).toEqual(
    Array.from({ length: 8 }, (_, index) => `Crowd ${index + 1}`),
  )
  expect(body.contacts).toHaveLength(5)
})

test('an order that was never paid for is not found', async () => {
  await addVisit(world, { shopId, name: 'Window Shopper', state: 'released' })
  expect((await search(shop, 'window shopper')).body).toMatchObject({ appointments: [], contacts: [] })
})

test('a suspended shop searches names, phones and cars, and finds no email and no contact', async () => {
  const closed = await openShop(world, administrator)
  const visit = {
    shopId: closed.shopId,
    name: 'Robin Patient',
    phone: '9095557654',
    email: 'robin.x@mail.test',
  }
  await addVisit(world, visit)
  // Control: before the suspension the email is found.
  expect((await search(closed.shop, 'robin.x')).body).toMatchObject({
    appointments: [{ customerEmail: 'robin.x@mail.test' }],
    contacts: [{ email: 'robin.x@mail.test' }],
  })
  await administrator.patch(`/api/admin/shops/${closed.shopId}/status`, {
    status: 'suspended',
    reason: 'Reviewed',
  })
  for (const q of ['patient', '7654', 'robin 909-555-7654', 'bmw x5 robin']) {
    const { status, body } = await search(closed.shop, q)
    expect(status).toBe(200)
    expect(body.contacts).toEqual([])
    expect(body.appointments).toMatchObject([
      { customerName: 'Robin Patient', customerEmail: '', contactId: null },
    ])
  }
  for (const q of ['robin.x', 'robin.x@mail.test', 'mail.test', 'ilte'])
    expect((await search(closed.shop, q)).body).toEqual({ appointments: [], contacts: [], hint: null })
})

test('typed cars of another shop, however many, hide none of one’s own', async () => {
  const { body } = await shop.post('/api/admin/contacts', { shopId, name: 'Pat Zonda' })
  await shop.post(`/api/admin/contacts/${body.id}/cars`, { year: 2010, make: 'Pagani', model: 'Zonda' })
  await other.shop.post('/api/admin/contacts', { shopId: other.shopId, name: 'Fleet of Zondas' })
  await world.context.database.pool.query(
    `insert into contact_vehicles (shop_id, contact_id, vehicle_year, vehicle_make, vehicle_model, added_at)
      select shop_id, id, 2010, 'Pagani', 'Zonda', now() from contacts, generate_series(1, 600)
      where shop_id = $1 and name = 'Fleet of Zondas'`,
    [other.shopId],
  )
  const answer = await search(shop, 'pagani')
  expect(answer.body.contacts.map(({ name }: { name: string }) => name)).toEqual(['Pat Zonda'])
})
