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
import { openAccessTown, type Town } from './access-town.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { inTurns } from './in-turns.ts'
import { buildWatched, type WatchedApp } from './watched-app.ts'

/** Cells of a run; every route is among them however few they are. */
const run = batteryRun('access', 300)

let world: World
let town: Town
let site: WatchedApp
const isWhole = run.size >= everyCell().length
const doors: Doors = { dropsOrigin: false, closed: false }

beforeAll(async () => {
  await ensureBuilt()
  world = await startWorld({
    REQUIRE_SECOND_FACTOR: 'on',
    LOG_LEVEL: 'error',
    METRICS_TOKEN: 'nobody-guesses-this',
  })
  town = await openAccessTown(world)
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

/** What the table has for a route beside the contract. */
function besideOf(route: string): number | undefined {
  const known = Object.keys(beside).find(
    (path) => path === route || (path.endsWith('*') && route.startsWith(path.slice(0, -1))),
  )
  return known === undefined ? undefined : beside[known]
}

const names = Object.keys(endpoints) as EndpointName[]
const contractRoutes = new Set(names.map((name) => `${endpoints[name].method} ${endpoints[name].path}`))
const routesBeside = (): string[] =>
  [...new Set(site.routes.map(({ method, url }) => `${method} ${url}`))].filter(
    (route) => !contractRoutes.has(route),
  )

test('every route that the app has is in the table, and nothing in it is without a route', () => {
  const routes = new Set(site.routes.map(({ method, url }) => `${method} ${url}`))
  expect([...contractRoutes].filter((route) => !routes.has(route))).toEqual([])
  // The head of what can be read is read under the same rule.
  const unknown = routesBeside().filter((route) => {
    const read = route.replace(/^HEAD /, 'GET ')
    return (besideOf(route) ?? besideOf(read)) === undefined && !contractRoutes.has(read)
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

/** Those of a sample: each route once at least, else by chance. */
function choose(cells: readonly Cell[]): Cell[] {
  if (isWhole) return [...cells]
  const shuffled = run.chance.shuffled(cells)
  const firsts = names.map((name) => shuffled.find((cell) => cell.name === name))
  const chosen = new Set([...firsts.filter((cell) => cell !== undefined), ...shuffled])
  return [...chosen].slice(0, Math.max(run.size, names.length))
}

/** What a caller's calls leave behind could trouble another call of the same caller alone, so those go one after the other. */
async function judge(cells: readonly Cell[]): Promise<string[]> {
  const found = await inTurns(callers, 5, async (caller) => {
    const faults: string[] = []
    for (const cell of cells.filter((one) => one.caller === caller)) {
      const fault = faultOf(town, cell, await ask(town, site.url, cell))
      if (fault !== null) faults.push(fault)
    }
    return faults
  })
  return found.flat()
}

/**
 * Everything that a refused call could have changed. How often somebody knocked may change, what has expired may go, and sessions
 * that were made for a call that ends them are no part of it.
 */
const tables = [
  'users',
  'shops',
  'shop_hours',
  'shop_closures',
  'bays',
  'payout_details',
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
  `each route answers each caller about each thing as the table has it (seed ${run.seed})`,
  async () => {
    const all = everyCell()
    const cells = choose(all)
    const refused = cells.filter(isRefused)
    const before = await digestTables()
    const found = await judge(run.chance.shuffled(refused))
    for (const [table, digest] of await digestTables())
      if (digest !== before.get(table)) found.push(`a refused call changed ${table}`)
    found.push(...(await judge(run.chance.shuffled(cells.filter((cell) => !isRefused(cell))))))
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

const callersBeside = [
  'visitor',
  'customer',
  'administrator',
  'disabledAdministrator',
  'unknownRole',
] as const

test('what stands beside the contract answers everybody alike', async () => {
  const found: string[] = []
  for (const route of routesBeside()) {
    const [method = '', url = ''] = route.split(' ')
    const expected = besideOf(route)
    if (method !== 'GET' && method !== 'POST') continue
    const isFile = /\.\w+$/.test(url) || url.includes('*')
    for (const caller of isFile ? callersBeside.slice(0, 1) : callersBeside) {
      const { status } = await askBeside(method, url, caller)
      if (status !== expected) found.push(`${route} by ${caller}: ${status} instead of ${expected}`)
    }
  }
  expect(firstOf(found)).toEqual([])
})

async function askBeside(method: string, url: string, caller: (typeof callersBeside)[number]) {
  const answer = await fetch(`${site.url}${url.replace('*', 'swagger-ui.css')}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(caller === 'visitor' ? {} : { cookie: town.cookies[caller] }),
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

test('control: with one check taken away, a cell of each route turns red', async () => {
  await town.renewSessions()
  const every = names.map(controlsOf)
  // Of each route one at least.
  const controls = isWhole
    ? every.flat()
    : every.flatMap((of) => (of.length > 0 ? [run.chance.pick(of)] : []))
  const unnoticed: string[] = []
  const wrongBefore: string[] = []
  const crashed: string[] = []
  for (const control of controls) {
    const what = `${control.name} without its ${control.check}`
    const fault = faultOf(town, control.cell, await ask(town, site.url, control.cell))
    if (fault !== null) wrongBefore.push(fault)
    const said = await without(town, doors, control, () => ask(town, site.url, control.cell))
    // Still taken for nobody, nothing was removed.
    if (faultOf(town, control.cell, said) === null || said.refusal === 'not_signed_in') unnoticed.push(what)
    if (said.status >= 500) crashed.push(`${what}: ${said.status}`)
  }
  // A route that only reads and is for anybody has no check to lose: one too many is what must be seen there.
  const checked = new Set(controls.map(({ name }) => name))
  const unchecked = names.filter((name) => !checked.has(name))
  doors.closed = true
  for (const name of unchecked) {
    const cell: Cell = { name, method: endpoints[name].method, caller: 'visitor', target: 'own' }
    if (faultOf(town, cell, await ask(town, site.url, cell)) === null) unnoticed.push(`${name}, closed`)
  }
  for (const route of routesBeside().filter((one) => /^(GET|POST) /.test(one))) {
    const [method = '', url = ''] = route.split(' ')
    if ((await askBeside(method, url, 'visitor')).status === besideOf(route))
      unnoticed.push(`${route}, closed`)
  }
  doors.closed = false
  expect({ wrongBefore, unnoticed, crashed }).toEqual({ wrongBefore: [], unnoticed: [], crashed: [] })
  expect(unchecked.every((name) => ruleOf(name).who.visitor === 'any')).toBe(true)
  console.log(
    `▪ access: controls ${controls.length} · routes ${checked.size} · open to read ${unchecked.length}`,
  )
})

test('control: without their secrets the three doors for machines stand open, and it is seen', async () => {
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
      expect((await askBeside(method, url, 'visitor')).status).not.toBe(besideOf(door))
    }
  } finally {
    if (sandbox) sandbox.secret = real.secret
    webhooks.constructEvent = real.construct
    config.metricsToken = real.token
  }
})

test('a cell that is not as expected is told', () => {
  const cell: Cell = { name: 'shops.find', method: 'GET', caller: 'foreignShop', target: 'foreign' }
  expect(expectedOf(cell)).toEqual({ status: 404 })
  expect(faultOf(town, cell, { status: 200, refusal: null, text: '{}' })).toContain('200')
  const list: Cell = { ...cell, name: 'admin.listAppointments', target: 'own' }
  const ofAnother = town.secrets.find(({ readers }) => readers.has('approvedShop'))?.text ?? ''
  expect(faultOf(town, list, { status: 200, refusal: null, text: ofAnother })).toContain('shows')
  expect(
    faultOf(town, cell, { status: 404, refusal: 'not_found', text: '{"error":"Not yours."}' }),
  ).toContain('404')
})
