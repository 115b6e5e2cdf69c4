import { randomUUID } from 'node:crypto'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { refusals, type RefusalCode } from '../../contract/refusals.ts'
import { orderFor } from '../support/orders.ts'
import { needsSecondFactor, table, type Kind, type Rule, type StandingRole } from './access-table.ts'
import { people, personOf, type Somebody, type Things, type Fixture } from './access-world.ts'

/** Every kind of caller. */
export const callers = [
  'visitor',
  'forgedCookie',
  'expiredSession',
  'otherSite',
  ...(Object.keys(people) as Somebody[]),
] as const
export type Caller = (typeof callers)[number]

const targets = ['own', 'foreign', 'missing', 'malformed', 'mixed'] as const
/** `mixed`: an id of another shop under the caller's own shop. */
type Target = (typeof targets)[number]

export type Cell = { name: EndpointName; method: string; caller: Caller; target: Target }
export type Said = { status: number; refusal: string | null; text: string }

export const ruleOf = (name: EndpointName): Rule => table[name]
export const isSomebody = (caller: Caller): caller is Somebody => caller in people

/** The role that the product must give a caller. */
function roleOf(caller: Caller): StandingRole {
  if (!isSomebody(caller)) return 'visitor'
  const { role, status, disabled, works } = personOf(caller)
  if (disabled) return 'visitor'
  if (works) return works.as
  if (role === 'shop') return status === 'suspended' ? 'suspendedShop' : 'owner'
  return role
}

/** A person who works at a shop keeps the calls of a customer. */
function verdictOf({ who }: Rule, caller: Caller): Rule['who'][StandingRole] {
  const atWork = who[roleOf(caller)]
  const works = isSomebody(caller) && personOf(caller).works
  return works && atWork === 403 ? who.customer : atWork
}

/** Kinds whose address names the shop as well. */
const isPartOfShop = (kind: Kind | undefined) =>
  kind === 'closure' || kind === 'bay' || kind === 'member' || kind === 'invitation'

/** Every route of the contract by every caller about every target that it can have. */
export function everyCell(): Cell[] {
  return (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
    const { method } = endpoints[name]
    const { of } = ruleOf(name)
    const asked = targets.filter(
      (target) => target === 'own' || (target === 'mixed' ? isPartOfShop(of) : of !== undefined),
    )
    return callers.flatMap((caller) => {
      // For a GET from another site the browser enforces SameSite; the server does not check the origin.
      if (caller === 'otherSite' && method === 'GET') return []
      const cells = asked.map((target): Cell => ({ name, method, caller, target }))
      return method === 'GET' ? [...cells, { name, method: 'HEAD', caller, target: 'own' }] : cells
    })
  })
}

/** The answer that the table expects of a cell. */
export function expectedOf({ name, caller, target }: Cell): { status: number; refusal?: RefusalCode } {
  const rule = ruleOf(name)
  if (caller === 'otherSite') return { status: 403, refusal: 'foreign_origin' }
  const verdict = verdictOf(rule, caller)
  if (verdict === 401) return { status: 401, refusal: 'not_signed_in' }
  if (verdict === 403) {
    const isForSuspension = roleOf(caller) === 'suspendedShop' && rule.who.owner !== 403
    return { status: 403, refusal: isForSuspension ? 'shop_suspended' : 'not_allowed' }
  }
  const isBare = isSomebody(caller) && personOf(caller).bare
  const hasFactor =
    isSomebody(caller) && (personOf(caller).role !== 'customer' || personOf(caller).works) && !isBare
  const inside = (hasFactor ? rule.insideWithFactor : undefined) ?? rule.inside
  if (isBare && needsSecondFactor(rule)) return { status: 403, refusal: 'second_factor_required' }
  if (isBare && rule.ownPasskey && target !== 'malformed')
    return { status: 403, refusal: 'auth/multi-factor-auth-required' }
  switch (target) {
    case 'malformed':
      return { status: rule.malformed ?? 404 }
    case 'missing':
      return { status: rule.missing ?? 404 }
    case 'mixed':
      return { status: 404, refusal: 'not_found' }
    case 'foreign':
      return { status: verdict === 'own' ? (rule.foreign ?? 404) : inside }
    case 'own':
      return { status: inside }
  }
}

export const isRefused = (cell: Cell): boolean => [401, 403, 404].includes(expectedOf(cell).status)

const missing: Record<Kind, string> = {
  'booked appointment': '00000000-0000-7000-8000-000000000000',
  'appointment at the shop': '00000000-0000-7000-8000-000000000000',
  'appointment in the query': '00000000-0000-7000-8000-000000000000',
  mail: '00000000-0000-7000-8000-000000000000',
  'text of a stranger': '00000000-0000-7000-8000-000000000000',
  'fitment review': '00000000-0000-7000-8000-000000000000',
  customer: 'no-such-customer',
  shop: '999999999',
  'shop in the query': '999999999',
  contact: '00000000-0000-7000-8000-000000000000',
  closure: '999999999',
  member: 'no-such-member',
  invitation: '00000000-0000-7000-8000-000000000000',
  job: '00000000-0000-7000-8000-000000000000',
  bay: '999999999',
  session: 'no-such-session',
  passkey: 'no-such-passkey',
  address: 'nobody@example.test',
  'address in a header': 'nobody@example.test',
}
const malformed: Record<Kind, string> = {
  'booked appointment': '%00',
  'appointment at the shop': 'not-an-id',
  'appointment in the query': 'not-an-id',
  mail: '%00',
  'text of a stranger': 'not-an-id',
  'fitment review': 'not-an-id',
  customer: '%00',
  shop: '5e0',
  'shop in the query': '-5',
  contact: 'not-an-id',
  closure: '0x1',
  member: '%00',
  invitation: 'not-an-id',
  job: 'not-an-id',
  bay: '0x1',
  session: '%00',
  passkey: '%00',
  address: 'not-an-address',
  'address in a header': 'not-an-address',
}

const ofCustomers: ReadonlySet<Kind> = new Set<Kind>([
  'booked appointment',
  'appointment in the query',
  'fitment review',
  'customer',
  'session',
  'passkey',
  'address',
  'address in a header',
])

/**
 * The owner of the things that a caller requests as their own. Callers without things use another account's.
 */
function ownerFor(caller: Caller, kind: Kind): Somebody {
  const isPersonal = kind === 'session' || kind === 'passkey' || kind.startsWith('address')
  if (isSomebody(caller) && !personOf(caller).disabled) {
    if (isPersonal) return caller
    const { role, works } = personOf(caller)
    if (works && !ofCustomers.has(kind)) return works.at
    if (role === (ofCustomers.has(kind) ? 'customer' : 'shop')) return caller
  }
  return ofCustomers.has(kind) ? 'customer' : 'approvedShop'
}

/** An account other than the one whose things the caller requests as their own. */
export function foreignFor(caller: Caller, kind: Kind): Somebody {
  const owner = ownerFor(caller, kind)
  if (ofCustomers.has(kind)) return owner === 'customer' ? 'stranger' : 'customer'
  return owner === 'approvedShop' ? 'foreignShop' : 'approvedShop'
}

const thingOf: Record<Kind, keyof Things> = {
  'booked appointment': 'appointment',
  'appointment at the shop': 'appointment',
  'appointment in the query': 'appointment',
  mail: 'mail',
  'text of a stranger': 'text',
  'fitment review': 'review',
  customer: 'customer',
  shop: 'shop',
  'shop in the query': 'shop',
  contact: 'contact',
  closure: 'closure',
  member: 'member',
  invitation: 'invitation',
  job: 'job',
  bay: 'bay',
  session: 'session',
  passkey: 'passkey',
  address: 'address',
  'address in a header': 'address',
}

/** The id to request. A call that ends its target gets a fresh one. */
async function idFor(fixture: Fixture, cell: Cell, kind: Kind): Promise<string> {
  const { caller, target } = cell
  if (target === 'missing') return missing[kind]
  if (target === 'malformed') return malformed[kind]
  const owner = target === 'own' ? ownerFor(caller, kind) : foreignFor(caller, kind)
  if (!isRefused(cell)) {
    if (kind === 'session') return (await fixture.makeSession(owner)).id
    if (kind === 'passkey') return fixture.makePasskey(owner)
    if (kind === 'closure') return String(await fixture.makeClosure(fixture.things[owner].shop))
    if (kind === 'member') return fixture.makeMember(fixture.things[owner].shop)
    if (kind === 'job') return fixture.makeJob(fixture.things[owner].shop)
  }
  return String(fixture.things[owner][thingOf[kind]])
}

/** Sends the request of one cell to a base URL of the product. */
export async function ask(fixture: Fixture, url: string, cell: Cell): Promise<Said> {
  const { name, method, caller, target } = cell
  const endpoint: Endpoint = endpoints[name]
  const rule = ruleOf(name)
  const kind = rule.of
  const id = kind ? await idFor(fixture, cell, kind) : ''
  const shopOwner = kind ? (target === 'foreign' ? foreignFor : ownerFor)(caller, kind) : 'approvedShop'
  const isPart = isPartOfShop(kind)
  const hasContact = target === 'own' || target === 'foreign'
  const partId = rule.part && hasContact ? await fixture.makePart(rule.part, id) : '999999999'
  const path = endpoint.path
    .replace(':closureId', id)
    .replace(':kind', 'mine')
    .replace(':bayId', id)
    .replace(':userId', id)
    .replace(/:carId|:mergeId/, partId)
    .replace(/:lineId|:paymentId/, '00000000-0000-7000-8000-000000000000')
    .replace(':invitationId', id)
    .replace(':carId', '999999999')
    .replace(':mergeId', '00000000-0000-7000-8000-000000000000')
    .replace(':provider', 'google')
    .replace(':email', kind === 'address' ? encodeURIComponent(id) : id)
    .replace(':id', isPart ? String(fixture.things[shopOwner].shop) : id)
  const query = [
    rule.query,
    kind === 'shop in the query' ? `shopId=${id}` : undefined,
    kind === 'appointment in the query' ? `appointmentId=${id}` : undefined,
  ].filter((part) => part !== undefined)
  const own = rule.hasId ? { id: randomUUID(), ...rule.body } : rule.body
  const body = name === 'appointments.book' ? orderFor(fixture.world, { amount: 1 }) : own
  const answer = await fetch(`${url}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(await cookieFor(fixture, caller, rule)),
      ...(caller === 'otherSite' ? { origin: 'https://evil.example' } : {}),
      ...(kind === 'address in a header' ? { 'x-user-email': id } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // A stream of events has no end.
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await answer.body?.cancel()
  const text = isStream ? '' : await answer.text()
  return { status: answer.status, refusal: answer.headers.get('x-refusal'), text }
}

async function cookieFor(
  fixture: Fixture,
  caller: Caller,
  { endsSession }: Rule,
): Promise<{ cookie?: string }> {
  if (caller === 'visitor') return {}
  const owner = caller === 'otherSite' ? 'administrator' : caller
  if (endsSession && isSomebody(owner)) return { cookie: (await fixture.makeSession(owner)).cookie }
  return { cookie: fixture.cookies[owner] }
}

/** The fault in an answer, or null. */
export function faultOf({ secrets }: Fixture, cell: Cell, said: Said): string | null {
  const { status, refusal } = expectedOf(cell)
  const where = `${cell.name} (${cell.method}) by ${cell.caller} about ${cell.target}`
  if (said.status !== status || (refusal !== undefined && said.refusal !== refusal))
    return `${where}: ${said.status} ${said.refusal ?? ''} instead of ${status} ${refusal ?? ''}`
  // The 404 for a foreign id equals the 404 for a missing id, byte for byte.
  if (status === 404 && cell.method !== 'HEAD' && said.text !== JSON.stringify({ error: refusals.not_found }))
    return `${where}: its 404 says ${said.text.slice(0, 200)}`
  const leaked = secrets.find(
    ({ text, readers }) => said.text.includes(text) && !(isSomebody(cell.caller) && readers.has(cell.caller)),
  )
  return leaked ? `${where}: it shows ${leaked.text}` : null
}
