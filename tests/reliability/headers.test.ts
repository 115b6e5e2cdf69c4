import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildFolder } from '../../scripts/build-fingerprint.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { identityProvider } from '../../server/identity/identity-provider.ts'
import { goodPassword, newEmail } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { openAccessFixture, type Fixture } from './access-world.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { hear, hearRaw, probesOf, rawProbes, type Probe } from './header-probes.ts'
import { auditHeaders, type Heard, type Setting } from './header-rules.ts'
import { asking, hearWalks, json } from './header-walks.ts'
import { inTurns } from './in-turns.ts'
import { buildWatched, type WatchedApp } from './watched-app.ts'

/** The size is the number of probes, drawn from each kind of route; the other requests are in every run. */
const run = batteryRun('headers', 250)

let world: World
let fixture: Fixture
let site: WatchedApp
let setting: Setting
/** How a control changes each outgoing answer. */
let spoil:
  | ((reply: { removeHeader(name: string): unknown; header(name: string, value: string): unknown }) => void)
  | null = null

const webRoot = join(buildFolder, 'web')

beforeAll(async () => {
  await ensureBuilt()
  world = await startWorld({
    PUBLIC_URL: 'https://book.example.com',
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
  })
  fixture = await openAccessFixture(world)
  setting = { https: true, cardOrigin: world.sandboxUrl }
  site = await buildWatched(world.context, { webRoot, begin: (app) => spoilAnswers(app) })
}, 300_000)
afterAll(async () => {
  await site.app.close()
  await world.stop()
})

function spoilAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    spoil?.(reply)
  })
}

/** Every route that looks up a session, while that lookup fails. */
async function hearFailures(): Promise<Heard[]> {
  const library = identityProvider(world.context).api as unknown as { getSession: unknown }
  const lookUp = library.getSession
  const heard: Heard[] = []
  const causes = { 'a bug': {}, 'the database away': { code: 'ECONNREFUSED' } }
  const routes = site.routes.filter(({ url, method }) => url.startsWith('/api/') && method !== 'HEAD')
  for (const [what, more] of Object.entries(causes)) {
    library.getSession = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), more))
    for (const route of run.chance.shuffled(routes).slice(0, run.size)) {
      const probe = probesOf(route, fixture.cookies.administrator)[1]
      if (probe) heard.push(await hear(site.url, { ...probe, what: `${probe.what}, ${what}` }))
    }
  }
  library.getSession = lookUp
  return heard
}

const auditAll = (heard: readonly Heard[], at = setting): string[] =>
  heard.flatMap((one) => auditHeaders(one, at))

test(
  `every answer carries exactly the required headers, at every route and with every status (seed ${run.seed})`,
  async () => {
    const heard = await hearWalks(fixture, site.url)
    const probes = site.routes.flatMap((route) => probesOf(route, fixture.cookies.administrator))
    const chosen = run.chance.shuffled(probes).slice(0, run.size)
    heard.push(...(await inTurns(chosen, 4, (probe) => hear(site.url, probe))))
    heard.push(...(await hearFailures()))
    const mute: string[] = []
    for (const [what, bytes] of Object.entries(rawProbes)) {
      const answer = await hearRaw(site.url, what, bytes)
      if (answer) heard.push(answer)
      else mute.push(what)
    }
    const found = auditAll(heard)
    const statuses = [...new Set(heard.map(({ status }) => status))].toSorted((a, b) => a - b)
    run.report({
      answers: heard.length,
      'probes of': probes.length,
      routes: new Set(site.routes.map(({ method, url }) => `${method} ${url}`)).size,
      statuses: statuses.join(' '),
      cookies: heard.reduce((sum, { headers }) => sum + headers.getSetCookie().length, 0),
      'closed without a word': mute.length,
      wrong: found.length,
    })
    expect(firstOf([...new Set(found)])).toEqual([])
    for (const status of [200, 201, 302, 304, 400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 503])
      expect(statuses).toContain(status)
  },
  run.patience(100),
)

test('over http on localhost no https-only header is sent', async () => {
  const context = {
    ...world.context,
    config: { ...world.context.config, publicUrl: 'http://localhost:3000' },
  }
  const local = await buildWatched(context)
  try {
    const body = JSON.stringify({ name: 'Casey', email: newEmail(), password: goodPassword })
    const heard = [
      await hear(local.url, asking('an account', 'POST', '/api/auth/sign-up/email', { headers: json, body })),
      await hear(local.url, asking('packages', 'GET', '/api/packages')),
    ]
    expect(auditAll(heard, { ...setting, https: false })).toEqual([])
    expect(heard[0]?.headers.getSetCookie()).toHaveLength(2)
    expect(heard.map(({ headers }) => headers.get('strict-transport-security'))).toEqual([null, null])
    for (const { headers } of heard) expect(headers.get('content-security-policy')).not.toContain('upgrade')
  } finally {
    await local.app.close()
  }
})

test('control: without the hook that sends the headers, every answer fails the audit', async () => {
  const bare = await buildWatched(world.context, {
    begin: (app) => {
      const addHook = app.addHook.bind(app) as (when: string, hook: unknown) => unknown
      app.addHook = ((when: string, hook: { name: string }) =>
        hook.name === 'securityHeaders' ? app : addHook(when, hook)) as unknown as typeof app.addHook
    },
  })
  try {
    const routes = bare.routes.filter(({ method }) => method !== 'HEAD')
    const heard = await inTurns(run.chance.shuffled(routes).slice(0, run.size), 4, (route) =>
      hear(bare.url, probesOf(route, fixture.cookies.administrator)[0] as Probe),
    )
    const unnoticed = heard.filter(
      (one) => !auditHeaders(one, setting).some((fault) => fault.includes('x-frame-options')),
    )
    expect(unnoticed.map(({ what }) => what)).toEqual([])
  } finally {
    await bare.app.close()
  }
})

test('control: each removed header and each superfluous header is found', async () => {
  const email = newEmail()
  const ask = () =>
    hear(site.url, {
      ...asking('a sign-up', 'POST', '/api/auth/sign-up/email', { headers: json }),
      body: JSON.stringify({ name: 'Casey', email, password: goodPassword }),
    })
  const clean = await ask()
  expect([clean.status, auditAll([clean])]).toEqual([200, []])
  const page = await hear(site.url, asking('a page', 'GET', '/login'))
  expect(auditAll([page])).toEqual([])
  const isFound = async (spoiled: NonNullable<typeof spoil>, path = '/api/packages') => {
    spoil = spoiled
    const heard = await hear(site.url, asking('what is spoiled', 'GET', path))
    spoil = null
    return auditAll([heard]).length > 0
  }
  const unnoticed: string[] = []
  for (const name of [
    'content-security-policy',
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
    'strict-transport-security',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'cache-control',
    'x-request-id',
  ])
    if (!(await isFound((reply) => reply.removeHeader(name)))) unnoticed.push(`without ${name}`)
  const [cookie = ''] = clean.headers.getSetCookie()
  const tooMuch: [string, string][] = [
    ['access-control-allow-origin', '*'],
    ['access-control-allow-credentials', 'true'],
    ['x-powered-by', 'Fastify'],
    ['cache-control', 'public, max-age=60'],
    ['content-security-policy', "default-src 'self'; frame-ancestors 'none'"],
    ['content-security-policy', "default-src 'none'; frame-ancestors *"],
    ['content-security-policy', "default-src 'none'"],
    ['content-security-policy', `${page.headers.get('content-security-policy')}`],
    ['set-cookie', cookie.replace(/; HttpOnly/i, '')],
    ['set-cookie', cookie.replace(/; SameSite=Lax/i, '')],
    ['set-cookie', cookie.replace(/; Secure/i, '')],
    ['set-cookie', cookie.replace(/; Path=\//i, '; Path=/api')],
    ['set-cookie', `${cookie}; Domain=example.com`],
  ]
  for (const [name, value] of tooMuch)
    if (!(await isFound((reply) => reply.header(name, value)))) unnoticed.push(`with ${name}: ${value}`)
  const policy = `${page.headers.get('content-security-policy')}`
  const loosened = [
    policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    policy.replace("frame-ancestors 'none'", 'frame-ancestors *'),
    policy.replace(/require-trusted-types-for [^;]*;/, ''),
  ]
  expect(loosened).not.toContain(policy)
  for (const value of loosened)
    if (!(await isFound((reply) => reply.header('content-security-policy', value), '/login')))
      unnoticed.push(`a page with the policy ${value}`)
  expect(unnoticed).toEqual([])
})
