import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { buildFolder } from '../../scripts/build-fingerprint.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { ask, callers, everyCell, expectedOf, faultOf, isRefused, ruleOf, type Cell } from './access-cells.ts'
import { controlsOf, without, type Doors } from './access-controls.ts'
import { beside } from './access-table.ts'
import { openAccessFixture, type Fixture } from './access-world.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { inTurns } from './in-turns.ts'
import { buildWatched, type WatchedApp } from './watched-app.ts'

/** The size is the number of cells; a sample has at least one of every route. */
const run = batteryRun('access', 300)

let world: World
let fixture: Fixture
let site: WatchedApp
const isWhole = run.size >= everyCell().length
const doors: Doors = { dropsOrigin: false, closed: false }

beforeAll(async () => {
  await ensureBuilt()
  world = await startWorld({
    // All callers share one network.
    MAPS_NETWORK_REQUESTS: '100000',
    REQUIRE_SECOND_FACTOR: 'on',
    LOG_LEVEL: 'error',
    METRICS_TOKEN: 'nobody-guesses-this',
  })
  fixture = await openAccessFixture(world)
  site = await buildWatched(world.context, {
    webRoot: join(buildFolder, 'web'),
    begin: (app) => {
      app.addHook('onRequest', async (request, reply) => {
        if (doors.dropsOrigin) delete request.headers.origin
        if (doors.closed) return reply.status(401).send()
      })
    },
  })
}, 300_000)
afterAll(async () => {
  await site.app.close()
  await world.stop()
})

/** The table's status for a route outside the contract. */
function statusOutsideContract(route: string): number | undefined {
  const known = Object.keys(beside).find(
    (path) => path === route || (path.endsWith('*') && route.startsWith(path.slice(0, -1))),
  )
  return known === undefined ? undefined : beside[known]
}

const names = Object.keys(endpoints) as EndpointName[]
const contractRoutes = new Set(names.map((name) => `${endpoints[name].method} ${endpoints[name].path}`))
const routesOutsideContract = (): string[] =>
  [...new Set(site.routes.map(({ method, url }) => `${method} ${url}`))].filter(
    (route) => !contractRoutes.has(route),
  )

test('the table and the app have the same routes', () => {
  const routes = new Set(site.routes.map(({ method, url }) => `${method} ${url}`))
  expect([...contractRoutes].filter((route) => !routes.has(route))).toEqual([])
  // HEAD follows the rule of GET.
  const unknown = routesOutsideContract().filter((route) => {
    const read = route.replace(/^HEAD /, 'GET ')
    return (
      (statusOutsideContract(route) ?? statusOutsideContract(read)) === undefined && !contractRoutes.has(read)
    )
  })
  expect(unknown).toEqual([])
  const orphans = Object.keys(beside).filter(
    (path) =>
      ![...routes].some(
        (route) => route === path || (path.endsWith('*') && route.startsWith(path.slice(0, -1))),
      ),
  )
  expect(orphans).toEqual([])
})

/** The cells of a sample: at least one of each route, the rest by chance. */
function sampleCells(cells: readonly Cell[]): Cell[] {
  if (isWhole) return [...cells]
  const shuffled = run.chance.shuffled(cells)
  const firsts = names.map((name) => shuffled.find((cell) => cell.name === name))
  const chosen = new Set([...firsts.filter((cell) => cell !== undefined), ...shuffled])
  return [...chosen].slice(0, Math.max(run.size, names.length))
}

/** A caller's calls can affect only later calls of the same caller, so those run one after the other. */
async function auditCells(cells: readonly Cell[]): Promise<string[]> {
  const found = await inTurns(callers, 5, async (caller) => {
    const faults: string[] = []
    // All callers share one network, whose limit is for one of them.
    await world.context.database.pool.query(
      `delete from rate_limits where key like 'confirm-card:%' or key like 'appointment-link:%'
        or key like 'sign-off:%' or key like 'add-photo:%' or key like 'mail-sheet:%' or key like 'sheet-pdf:%'`,
    )
    for (const cell of cells.filter((one) => one.caller === caller)) {
      // They invite one address, which has a limit too.
      if (cell.name === 'people.invite')
        await world.context.database.pool.query(`delete from rate_limits where key like 'invite%'`)
      const fault = faultOf(fixture, cell, await ask(fixture, site.url, cell))
      if (fault !== null) faults.push(fault)
    }
    return faults
  })
  return found.flat()
}

/**
 * The tables that a refused call could have changed. Rate-limit counters, expired rows and sessions made for
 * a call that ends them are left out.
 */
const tables = [
  'users',
  'shops',
  'shop_hours',
  'shop_closures',
  'bays',
  'payout_details',
  'shop_members',
  'shop_invitations',
  'appointments',
  'order_requests',
  'holds',
  'ledger',
  'outbox',
  'passkeys',
  'two_factors',
  'accounts',
]
const kept: Record<string, string> = {
  ...Object.fromEntries(tables.map((table) => [table, `select t::text as row from ${table} t order by 1`])),
  sessions: 'select id as row from sessions where expires_at > now() and user_agent is null order by 1',
}

async function digestTables(): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for (const [table, sql] of Object.entries(kept)) {
    const { rows } = await world.context.database.pool.query<{ row: string }>(sql)
    const text = rows.map(({ row }) => row).join('\n')
    digests.set(table, createHash('sha256').update(text).digest('hex'))
  }
  return digests
}

test(
  `each route answers each caller about each target as the table expects (seed ${run.seed})`,
  async () => {
    const all = everyCell()
    const cells = sampleCells(all)
    const refused = cells.filter(isRefused)
    const before = await digestTables()
    const found = await auditCells(run.chance.shuffled(refused))
    for (const [table, digest] of await digestTables())
      if (digest !== before.get(table)) found.push(`a refused call changed ${table}`)
    found.push(...(await auditCells(run.chance.shuffled(cells.filter((cell) => !isRefused(cell))))))
    found.push(...world.logLines.map((line) => `logged: ${line}`))
    run.report({
      routes: new Set(cells.map(({ name }) => name)).size,
      callers: callers.length,
      cells: cells.length,
      of: all.length,
      refused: refused.length,
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
  },
  run.patience(100),
)

const callersOutsideContract = [
  'visitor',
  'customer',
  'administrator',
  'disabledAdministrator',
  'unknownRole',
] as const

test('routes outside the contract answer every caller alike', async () => {
  const found: string[] = []
  for (const route of routesOutsideContract()) {
    const [method = '', url = ''] = route.split(' ')
    const expected = statusOutsideContract(route)
    if (method !== 'GET' && method !== 'POST') continue
    const isFile = /\.\w+$/.test(url) || url.includes('*')
    for (const caller of isFile ? callersOutsideContract.slice(0, 1) : callersOutsideContract) {
      const { status } = await requestOutsideContract(method, url, caller)
      if (status !== expected) found.push(`${route} by ${caller}: ${status} instead of ${expected}`)
    }
  }
  expect(firstOf(found)).toEqual([])
})

async function requestOutsideContract(
  method: string,
  url: string,
  caller: (typeof callersOutsideContract)[number],
) {
  const answer = await fetch(`${site.url}${url.replace('*', 'swagger-ui.css')}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(caller === 'visitor' ? {} : { cookie: fixture.cookies[caller] }),
      ...(url === '/metrics' ? { authorization: 'Bearer guessed' } : {}),
      ...(method === 'POST'
        ? {
            'content-type': 'application/json',
            authorization: 'Bearer guessed',
            'stripe-signature': 't=1,v1=guessed',
          }
        : {}),
    },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  await answer.arrayBuffer()
  return answer
}

test('control: with one check removed, a cell of each route fails', async () => {
  await fixture.renewSessions()
  const every = names.map(controlsOf)
  // At least one of each route.
  const controls = isWhole
    ? every.flat()
    : every.flatMap((of) => (of.length > 0 ? [run.chance.pick(of)] : []))
  const unnoticed: string[] = []
  const wrongBefore: string[] = []
  const crashed: string[] = []
  for (const control of controls) {
    const what = `${control.name} without its ${control.check}`
    const fault = faultOf(fixture, control.cell, await ask(fixture, site.url, control.cell))
    if (fault !== null) wrongBefore.push(fault)
    const said = await without(fixture, doors, control, () => ask(fixture, site.url, control.cell))
    // A caller who still counts as signed out proves that nothing was removed.
    if (faultOf(fixture, control.cell, said) === null || said.refusal === 'not_signed_in')
      unnoticed.push(what)
    if (said.status >= 500) crashed.push(`${what}: ${said.status}`)
  }
  // A public read-only route has no check to remove. Its only possible fault is an extra check.
  const checked = new Set(controls.map(({ name }) => name))
  const unchecked = names.filter((name) => !checked.has(name))
  doors.closed = true
  for (const name of unchecked) {
    const cell: Cell = { name, method: endpoints[name].method, caller: 'visitor', target: 'own' }
    if (faultOf(fixture, cell, await ask(fixture, site.url, cell)) === null) unnoticed.push(`${name}, closed`)
  }
  for (const route of routesOutsideContract().filter((one) => /^(GET|POST) /.test(one))) {
    const [method = '', url = ''] = route.split(' ')
    if ((await requestOutsideContract(method, url, 'visitor')).status === statusOutsideContract(route))
      unnoticed.push(`${route}, closed`)
  }
  doors.closed = false
  expect({ wrongBefore, unnoticed, crashed }).toEqual({ wrongBefore: [], unnoticed: [], crashed: [] })
  expect(unchecked.every((name) => ruleOf(name).who.visitor === 'any')).toBe(true)
  console.log(
    `▪ access: controls ${controls.length} · routes ${checked.size} · open to read ${unchecked.length}`,
  )
})

test('control: without their secrets the three machine endpoints are open, and the audit finds it', async () => {
  const { config } = world.context
  const { sandbox } = config
  const { webhooks } = world.context.stripe
  const real = {
    secret: sandbox?.secret ?? '',
    construct: webhooks.constructEvent,
    token: config.metricsToken,
  }
  const event = { id: 'evt_guessed', type: 'guessed', data: { object: {} } }
  try {
    if (sandbox) sandbox.secret = 'guessed'
    webhooks.constructEvent = (() => event) as unknown as typeof real.construct
    config.metricsToken = 'guessed'
    for (const door of ['POST /api/sandbox/clock', 'POST /api/webhooks/payments', 'GET /metrics']) {
      const [method = '', url = ''] = door.split(' ')
      expect((await requestOutsideContract(method, url, 'visitor')).status).not.toBe(
        statusOutsideContract(door),
      )
    }
  } finally {
    if (sandbox) sandbox.secret = real.secret
    webhooks.constructEvent = real.construct
    config.metricsToken = real.token
  }
})

test('a cell with an unexpected answer is reported', () => {
  const cell: Cell = { name: 'shops.find', method: 'GET', caller: 'foreignShop', target: 'foreign' }
  expect(expectedOf(cell)).toEqual({ status: 404 })
  expect(faultOf(fixture, cell, { status: 200, refusal: null, text: '{}' })).toContain('200')
  const list: Cell = { ...cell, name: 'admin.listAppointments', target: 'own' }
  const ofAnother = fixture.secrets.find(({ readers }) => readers.has('approvedShop'))?.text ?? ''
  expect(faultOf(fixture, list, { status: 200, refusal: null, text: ofAnother })).toContain('shows')
  expect(
    faultOf(fixture, cell, { status: 404, refusal: 'not_found', text: '{"error":"Not yours."}' }),
  ).toContain('404')
})
