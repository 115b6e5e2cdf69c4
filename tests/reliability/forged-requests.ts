import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../server/app.ts'
import { signIn, signUp } from '../support/people.ts'
import type { World } from '../support/start-world.ts'
import type { Chance } from './chance.ts'
import type { Attack, SessionStage } from './session-stage.ts'

/** The calls that a page of another site triggers in a signed-in browser. */
const targets = [
  { method: 'PATCH', path: '/api/account', body: { name: 'Mallory' } },
  { method: 'POST', path: '/api/auth/sign-out', body: {} },
  { method: 'DELETE', path: '/api/account/sessions', body: {} },
]
type Target = (typeof targets)[number]
type Forged = { method: string; path: string; headers: Record<string, string>; body?: string }

const foreign = (chance: Chance): string =>
  chance.pick(['https://evil.example', 'null', 'http://localhost:1', 'http://localhost.evil.example'])

/**
 * The forms in which a page of another site can send a call: those that browsers send without a preflight,
 * and those that need one.
 */
export const forms: Record<string, (target: Target, chance: Chance) => Forged> = {
  'form post': ({ method, path, body }, chance) => ({
    method: 'POST',
    path: `${path}?_method=${method}`,
    headers: {
      origin: foreign(chance),
      'content-type': chance.pick([
        'application/x-www-form-urlencoded',
        'application/x-www-form-urlencoded;charset=UTF-8',
      ]),
    },
    body: new URLSearchParams(body).toString(),
  }),
  'text/plain': ({ method, path, body }, chance) => ({
    method: 'POST',
    path: `${path}?_method=${method}`,
    headers: { ...(chance.happens(0.5) ? { origin: foreign(chance) } : {}), 'content-type': 'text/plain' },
    body: JSON.stringify(body),
  }),
  'foreign fetch': ({ method, path, body }, chance) => ({
    method,
    path,
    headers: { origin: foreign(chance), 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }),
  'no origin': ({ method, path, body }, chance) => {
    const overridden = chance.happens(0.5)
    return {
      method: overridden ? 'POST' : method,
      path: overridden ? `${path}?_method=${method}` : path,
      headers: {
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/json',
        ...(overridden ? { 'x-http-method-override': method } : {}),
      },
      body: JSON.stringify(body),
    }
  },
}

/** The state that a forged request could change. */
async function stateOf({ world }: SessionStage, email: string): Promise<string> {
  const { rows } = await world.context.database.pool.query<{ state: string }>(
    `select u.name || ' with ' || (select count(*) from sessions s where s.user_id = u.id) || ' sessions' as state
     from users u where u.email = $1`,
    [email],
  )
  return rows[0]?.state ?? 'nobody'
}

/**
 * A request that another site triggers in a signed-in browser changes nothing, even if the cookie is sent.
 */
export const forgedBy =
  (form: string): Attack =>
  async (stage, chance) => {
    const victim = await signUp(stage.world)
    await signIn(stage.world, victim.email)
    const before = await stateOf(stage, victim.email)
    const target = chance.pick(targets)
    const forged = forms[form]?.(target, chance)
    if (!forged) throw new Error(`no such form: ${form}`)
    const { path, ...request } = forged
    const headers = { ...forged.headers, cookie: victim.cookie }
    const answer = await fetch(`${stage.door}${path}`, { ...request, headers })
    await answer.text()
    const after = await stateOf(stage, victim.email)
    return after === before
      ? null
      : `CSRF by ${form}: ${target.method} ${target.path}, ${before} became ${after}`
  }

/** Makes a cross-site request look like one of our own pages, as a server without the guard would see it. */
function disguiseAsSameOrigin(request: IncomingMessage): void {
  const { headers } = request
  headers.origin = `http://${headers.host}`
  delete headers['sec-fetch-site']
  if (headers['content-type'] === 'text/plain') headers['content-type'] = 'application/json'
  const address = new URL(request.url ?? '/', headers.origin)
  request.method = address.searchParams.get('_method') ?? request.method
  request.url = address.pathname
}

/**
 * A proxy to the same product that takes every origin for its own, every content type for JSON, and allows
 * method override.
 */
export async function openUnguardedDoor(world: World): Promise<{ url: string; close(): Promise<void> }> {
  const app = await buildApp(world.context)
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded/,
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  await app.ready()
  const server = createServer((request, response) => {
    disguiseAsSameOrigin(request)
    app.routing(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
}
