import { randomUUID } from 'node:crypto'
import { pollUntil } from '../../server/concurrency/poll-until.ts'
import { addAdministrator } from '../../server/identity/add-administrator.ts'
import { proveOwnAddress } from './proven-addresses.ts'
import type { World } from './start-world.ts'

export type Answer = {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came back
  body: any
  headers: Headers
}

/** The status of an answer and the code of its refusal, null without one. */
export const refusalOf = ({ status, headers }: Pick<Answer, 'status' | 'headers'>) => [
  status,
  headers.get('x-refusal'),
]

export type Person = {
  email: string
  password: string
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  remove(path: string): Promise<Answer>
}

/** A product that listens at a URL. */
export type Reached = Pick<World, 'url'>

/** Sends one HTTP request, as a program without a browser would. */
export async function send(
  world: Reached,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const type = response.headers.get('content-type') ?? ''
  // A stream of events has no end.
  if (type.includes('text/event-stream')) await response.body?.cancel()
  const text = response.bodyUsed ? '' : await response.text()
  const isJson = type.includes('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}

function cookieOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
}

/** A person with this session cookie; a visitor when it is empty. */
export function personWith(world: Reached, cookie: string, email = '', password = ''): Person {
  const withCookie = (headers: Record<string, string> = {}) =>
    cookie === '' ? headers : { cookie, ...headers }
  return {
    email,
    password,
    cookie,
    get: (path, headers) => send(world, 'GET', path, { headers: withCookie(headers) }),
    post: (path, body, headers) => send(world, 'POST', path, { body, headers: withCookie(headers) }),
    patch: (path, body, headers) => send(world, 'PATCH', path, { body, headers: withCookie(headers) }),
    remove: (path) => send(world, 'DELETE', path, { headers: withCookie() }),
  }
}

export const goodPassword = 'midnight-garage-42'

export function newEmail(): string {
  return `person-${randomUUID().slice(0, 8)}@example.test`
}

/** Creates a customer account. */
export async function signUp(world: Reached, email = newEmail()): Promise<Person> {
  const answer = await send(world, 'POST', '/api/auth/sign-up/email', {
    body: { name: 'Casey Rivera', email, password: goodPassword },
  })
  if (answer.status !== 200)
    throw new Error(`sign-up failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  return personWith(world, cookieOf(answer), email, goodPassword)
}

/** Signs in and returns the person with the new session. */
export async function signIn(world: Reached, email: string, password = goodPassword): Promise<Person> {
  const answer = await send(world, 'POST', '/api/auth/sign-in/email', { body: { email, password } })
  if (answer.status !== 200)
    throw new Error(`sign-in failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  return personWith(world, cookieOf(answer), email, password)
}

export async function signInAdministrator(world: World): Promise<Person> {
  const email = newEmail()
  await addAdministrator(world.context.database, email, goodPassword)
  return signIn(world, email)
}

const openDay = { isOpen: true, open: '09:00', close: '17:00' }

/** Business hours as the registration form sends them: nine to five, closed on Sunday. */
export const usualWeek = {
  Monday: openDay,
  Tuesday: openDay,
  Wednesday: openDay,
  Thursday: openDay,
  Friday: openDay,
  Saturday: openDay,
  Sunday: { ...openDay, isOpen: false },
}

/** The registration request of a shop. */
export function registrationOf(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    businessName: 'Second Gear',
    address: '1 Garage Lane, Pasadena, CA',
    businessHours: usualWeek,
    paymentMethod: 'ACH Direct Deposit',
    accountDetails: { routing: '021000021', account: '000123456789' },
    email: newEmail(),
    password: goodPassword,
    ...changes,
  }
}

/** Registers a shop: pending, signed in. */
export async function registerShop(world: Reached, changes: Record<string, unknown> = {}): Promise<Person> {
  const registration = registrationOf(changes)
  const answer = await send(world, 'POST', '/api/register-shop', { body: registration })
  if (answer.status !== 201)
    throw new Error(`registration failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  return personWith(world, cookieOf(answer), String(registration['email']), goodPassword)
}

/** The id of the shop that this account owns. */
export async function shopIdOf(shop: Person): Promise<number> {
  const { status, body } = await shop.get('/api/admin/shops')
  if (status !== 200) throw new Error(`shop not found: ${status} ${JSON.stringify(body)}`)
  return body[0].id as number
}

/** A product whose owner's address is proven in its database, or by the mailed link. */
type WithMail = Reached & { sandboxUrl: string; context?: World['context'] }

/** Proves the address of an account. */
async function proveAddressOf(world: WithMail, person: Person): Promise<void> {
  const { context, sandboxUrl } = world
  if (context) return proveOwnAddress({ context }, person.email)
  let token: string | undefined
  await pollUntil(30_000, async () => {
    const answer = await fetch(`${sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(person.email)}`)
    const mails = (await answer.json()) as { text: string }[]
    token = mails.flatMap(({ text }) => /\/verify-email#(\S+)/.exec(text)?.[1] ?? [])[0]
    return token !== undefined
  })
  await person.post('/api/auth/verify-email', { token })
}

/** Registers a shop, proves its owner's address and approves it. */
export async function openShop(
  world: WithMail,
  administrator: Person,
  changes: Record<string, unknown> = {},
): Promise<{ shop: Person; shopId: number }> {
  const shop = await registerShop(world, changes)
  // The administrators' list, because the shop may still lack a required second factor.
  const { body } = await administrator.get('/api/admin/shops')
  const shopId = (body as { id: number; ownerEmail: string }[]).find(
    (one) => one.ownerEmail === shop.email,
  )?.id
  if (shopId === undefined) throw new Error(`no shop of ${shop.email}`)
  await proveAddressOf(world, shop)
  const answer = await administrator.patch(`/api/admin/shops/${shopId}/status`, { status: 'approved' })
  if (answer.status !== 200)
    throw new Error(`approval failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { shop, shopId }
}
