import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes, type EndpointName } from '../../contract/routes.ts'
import { addDays, dayOf } from '../../contract/time.ts'
import { readShopFacts } from '../../server/shops/shop-audit.ts'
import { leave } from '../support/leaving.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, registerShop, shopIdOf, usualWeek, type Answer, type Person } from '../support/people.ts'
import { shopZone } from '../support/start-world.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

type Open = { shop: Person; path: string; shopId: number }
type Deed = (open: Open) => Promise<Answer>

const closeDay = ({ shop, path }: Open, later = 0) => {
  const day = addDays(dayOf(world.context.clock.now(), shopZone), 200 + later)
  return shop.post(`${path}/closures`, { firstDay: day, lastDay: day, reason: 'Holiday' })
}
const ask: Deed = ({ shop, path }) => shop.patch(path, { businessName: 'Other' })
const settings = async ({ shop, path }: Open) => (await shop.get(path)).body

/** Every route that writes a setting of a shop, with the settings of its entries. */
const deeds: Partial<Record<EndpointName, readonly (readonly [setting: RegExp, deed: Deed])[]>> = {
  'shops.change': [
    [
      /^hours\.3$/,
      ({ shop, path }) =>
        shop.patch(path, {
          businessHours: { ...usualWeek, Wednesday: { isOpen: true, open: '10:00', close: '15:00' } },
        }),
    ],
    [/^weekStart$/, ({ shop, path }) => shop.patch(path, { weekStartsOn: 'Monday' })],
    [/^timeZone$/, ({ shop, path }) => shop.patch(path, { timeZone: 'America/Denver' })],
    [/^request\.name$/, ask],
    [/^name$/, ({ path }) => world.administrator.patch(path, { businessName: 'By us' })],
    [/^address$/, ({ path }) => world.administrator.patch(path, { address: '9 Main St, Fresno, CA 93721' })],
  ],
  'shops.addClosure': [[/^closure\.\d+$/, (open) => closeDay(open)]],
  'shops.removeClosure': [
    [
      /^closure\.\d+$/,
      async (open) => {
        const { body } = await closeDay(open)
        return open.shop.remove(`${open.path}/closures/${body.closures[0].id}`)
      },
    ],
  ],
  'shops.addBay': [[/^bay\.\d+$/, ({ shop, path }) => shop.post(`${path}/bays`, { name: 'Lift' })]],
  'shops.changeBay': [
    [
      /^bay\.\d+$/,
      async (open) =>
        open.shop.patch(`${open.path}/bays/${(await settings(open)).bays[0].id}`, { name: 'Renamed' }),
    ],
    [
      /^bay\.\d+$/,
      async (open) => {
        await open.shop.post(`${open.path}/bays`, { name: 'Second' })
        return open.shop.patch(`${open.path}/bays/${(await settings(open)).bays[0].id}`, { inUse: false })
      },
    ],
  ],
  'shops.changePayout': [
    [
      /^payout\.(method|username)$/,
      ({ shop, path }) =>
        shop.patch(`${path}/payout`, {
          paymentMethod: 'Venmo',
          accountDetails: { username: '@second-gear' },
        }),
    ],
    [
      /^payout\.account$/,
      ({ shop, path }) =>
        shop.patch(`${path}/payout`, {
          paymentMethod: 'ACH Direct Deposit',
          accountDetails: { account: '999123456789' },
        }),
    ],
  ],
  'price.changePricing': [
    [
      /^(tips|salesTax|taxableShare\.\d+)$/,
      ({ shop, path }) =>
        shop.post(`${path}/pricing`, {
          taxRate: 9_750,
          takesTips: true,
          shares: [{ packageId: 1, percent: 60 }],
        }),
    ],
  ],
  'shops.changeStatus': [
    [
      /^status$/,
      ({ path }) =>
        world.administrator.patch(`${path}/status`, { status: 'suspended', reason: 'Closed door' }),
    ],
  ],
  'shops.decideChange': [
    [
      /^(name|request\.name)$/,
      async (open) => {
        const { body } = await ask(open)
        return world.administrator.post(`${open.path}/change-request`, {
          requestId: body.pendingChange.id,
          decision: 'approved',
        })
      },
    ],
  ],
  'shops.withdrawChange': [
    [
      /^request\.name$/,
      async (open) => {
        await ask(open)
        return open.shop.remove(`${open.path}/change-request`)
      },
    ],
  ],
}

const writing = (Object.keys(routes) as EndpointName[]).filter((name) => {
  const [method, , access] = routes[name]
  // A new shop has a trail of its own.
  return method !== 'GET' && access.startsWith('shop.') && name !== 'shops.add'
})

async function entriesOf(person: Person, path: string) {
  return (await person.get(`${path}/changes`)).body as {
    id: number
    setting: string
    before: string | null
    after: string | null
    outcome: string | null
    at: string
    by: { name: string; role: string } | null
  }[]
}

/** The settings that the audit trail does not explain: its last value of each is not the present one. */
async function unexplained({ shopId, path }: Open): Promise<string[]> {
  const facts = await readShopFacts(world.context.database.db, shopId)
  const last = new Map(
    (await entriesOf(world.administrator, path)).toReversed().map((entry) => [entry.setting, entry.after]),
  )
  return [...new Set([...facts.keys(), ...last.keys()])].filter(
    (setting) => (facts.get(setting)?.shown ?? null) !== (last.get(setting) ?? null),
  )
}

async function open(): Promise<Open> {
  const { shop, shopId } = await openShop(world, world.administrator)
  return { shop, shopId, path: `/api/admin/shops/${shopId}` }
}

test('every route that writes a shop has a deed here', () => {
  expect(Object.keys(deeds).toSorted()).toEqual(writing.toSorted())
})

test.each(
  writing.flatMap((name) => (deeds[name] ?? []).map((each, index) => [name, index, ...each] as const)),
)(
  '%s (%i) leaves an entry with its person, and nothing unexplained',
  async (_name, _index, setting, deed) => {
    const at = await open()
    const reader = world.administrator
    const before = await entriesOf(reader, at.path)
    const { status } = await deed(at)
    expect([200, 201]).toContain(status)
    const entries = (await entriesOf(reader, at.path)).filter(({ id }) => id > (before[0]?.id ?? 0))
    const found = entries.filter((entry) => setting.test(entry.setting))
    expect(found.length).toBeGreaterThan(0)
    for (const { by, before: old, after, at: when } of found) {
      expect(by?.role).toMatch(/^(shop|administrator)$/)
      expect([old, after]).not.toEqual([null, null])
      expect(Date.parse(when)).toBeGreaterThan(0)
    }
    expect(await unexplained(at)).toEqual([])
  },
)

test('the end of a requested change says how it ended: approved, declined or withdrawn', async () => {
  const at = await open()
  const endings = async () =>
    (await entriesOf(world.administrator, at.path))
      .filter(({ setting, after }) => setting.startsWith('request.') && after === null)
      .map(({ setting, before, outcome }) => `${setting} ${before} ${outcome}`)
      .toReversed()
  const change = (body: object) => at.shop.patch(at.path, body)
  const decide = async (decision: string) =>
    world.administrator.post(`${at.path}/change-request`, {
      requestId: (await settings(at)).pendingChange.id,
      decision,
      reason: 'Looked at',
    })
  await change({ businessName: 'Third Gear' })
  expect((await decide('rejected')).status).toBe(200)
  await change({ businessName: 'Third Gear' })
  expect((await decide('approved')).status).toBe(200)
  await change({ businessName: 'Fourth Gear' })
  await at.shop.remove(`${at.path}/change-request`)
  // The shop asks for its present name again, which withdraws the request.
  await change({ businessName: 'Fifth Gear' })
  await change({ businessName: 'Third Gear' })
  expect(await endings()).toEqual([
    'request.name Third Gear rejected',
    'request.name Third Gear approved',
    'request.name Fourth Gear withdrawn',
    'request.name Fifth Gear withdrawn',
  ])
  const others = (await entriesOf(world.administrator, at.path)).filter(
    ({ setting, after }) => !setting.startsWith('request.') || after !== null,
  )
  expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set([null]))
})

test('control: a change behind the routes is found as unexplained', async () => {
  const at = await open()
  await world.context.database.pool.query('update bays set name = $2 where shop_id = $1', [at.shopId, 'Sly'])
  expect(await unexplained(at)).toEqual([expect.stringMatching(/^bay\.\d+$/)])
})

test('a registration is explained from its first setting on', async () => {
  const shop = await registerShop(world)
  const shopId = await shopIdOf(shop)
  expect(await unexplained({ shop, shopId, path: `/api/admin/shops/${shopId}` })).toEqual([])
})

test('the deletion of its account is explained as well', async () => {
  const { shop, path, shopId } = await open()
  expect((await leave(shop)).status).toBe(200)
  expect(await unexplained({ shop: world.administrator, shopId, path })).toEqual([])
  const [newest] = await entriesOf(world.administrator, path)
  expect(newest?.by).toEqual({ name: 'Deleted shop', role: 'shop' })
})

test('payout details appear as their last four, even when another number ends alike', async () => {
  const { shop, path } = await open()
  await shop.patch(`${path}/payout`, {
    paymentMethod: 'ACH Direct Deposit',
    accountDetails: { account: '777123456789' },
  })
  const [newest] = await entriesOf(shop, path)
  expect(newest).toMatchObject({ setting: 'payout.account', before: '•••• 6789', after: '•••• 6789' })
  const { rows } = await world.context.database.pool.query(
    `select 1 from shop_changes c where c::text ~ '777123456789|000123456789|021000021'`,
  )
  expect(rows).toEqual([])
})

test('a refused change leaves no entry, and entries are never rewritten', async () => {
  const { shop, path } = await open()
  const before = await entriesOf(shop, path)
  const bay = (await shop.get(path)).body.bays[0]
  expect((await shop.patch(`${path}/bays/${bay.id}`, { inUse: false })).status).toBe(422)
  expect(await entriesOf(shop, path)).toEqual(before)
  const { pool } = world.context.database
  for (const rewriting of ['delete from shop_changes', `update shop_changes set new_value = 'x'`])
    await expect(pool.query(rewriting)).rejects.toThrow(/append-only/)
})

test('another shop cannot read the trail, and pages follow each other', async () => {
  const [one, other] = [await open(), await open()]
  expect((await other.shop.get(`${one.path}/changes`)).status).toBe(404)
  for (let count = 0; count < 20; count++) {
    await one.shop.post(`${one.path}/bays`, { name: `Lift ${count}` })
  }
  for (let count = 0; count < 20; count++) {
    await closeDay(one, count)
  }
  const first = await entriesOf(one.shop, one.path)
  expect(first).toHaveLength(50)
  const { body: second } = await one.shop.get(`${one.path}/changes?before=${first.at(-1)?.id}`)
  expect(second.length).toBeGreaterThan(0)
  expect(second[0].id).toBeLessThan(first.at(-1)?.id ?? 0)
})

test('an entry by a role that only a newer version knows is listed without the role', async () => {
  const { shop, path } = await open()
  await closeDay({ shop, path, shopId: 0 })
  await world.context.database.pool.query('alter table users drop constraint if exists users_role_check')
  const setRole = (role: string) =>
    world.context.database.pool.query('update users set role = $1 where email = $2', [role, shop.email])
  await setRole('foreman')
  const answer = await world.administrator.get(`${path}/changes`)
  await setRole('shop')
  expect(answer.status).toBe(200)
  expect(answer.body[0].by).toMatchObject({ role: null })
})
