import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import { hostileTexts, processorMsOf } from '../support/hostile-texts.ts'
import {
  openShop,
  personWith,
  registrationOf,
  send,
  signInAdministrator,
  signUp,
  usualWeek,
} from '../support/people.ts'
import type { Answer, Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { definitionOf, textFieldsOf } from '../support/text-fields.ts'

let world: World
let people: Record<'visitor' | 'customer' | 'shop' | 'administrator', Person>

beforeAll(async () => {
  world = await startWorld({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  const administrator = await signInAdministrator(world)
  const { shop } = await openShop(world, administrator)
  people = { visitor: personWith(world, ''), customer: await signUp(world), shop, administrator }
})
afterAll(() => world.stop())

/** The greatest processor time of one call, which the client and the database driver of the test share. */
const limitMs = 100

function callerOf({ audience }: Endpoint): Person {
  if (typeof audience === 'string') return people.visitor
  return audience.includes('administrator')
    ? people.administrator
    : audience.includes('owner')
      ? people.shop
      : people.customer
}

const soundGeneration = {
  id: 'google',
  make: 'BMW',
  model: 'X5',
  chassis: 'E70',
  yearFrom: 2013,
  yearTo: 2013,
  notSold: null,
  vinPatterns: [],
  questionIds: [],
  confidence: 'low',
  sources: [],
  shopNote: '',
  checkedOn: null,
}

const soundValues: readonly unknown[] = [
  undefined,
  'casey@example.test',
  'a-good-password',
  '(626) 555-0142',
  '09:00',
  '2026-12-01',
  '2026-12-01 09:00',
  '2026-12',
  '5',
  'pm_card_visa',
  '019a0000-0000-7000-8000-000000000000',
  '482913',
  '0142',
  'carplay',
  '2026-12-01T17:00:00.000Z',
  'signature_of_24_bytes_in_base64_',
  'ACH Direct Deposit',
  'google',
  'public-key',
  'manual',
  [],
  [1],
  24,
  { firstDay: '2026-12-01', lastDay: '2026-12-01', reason: '' },
  true,
  499,
  usualWeek,
  usualWeek.Monday,
  { year: 2013, make: 'BMW', model: 'X5' },
  { name: 'Dana Rivera', phone: '(626) 555-0142' },
  { id: 'a', type: 'public-key', response: {} },
  { 'bmw-screen': 'small' },
  { answers: {}, acceptedConditions: [], ruleVersion: 1 },
  null,
  2013,
  'low',
  'WBA',
  'rules',
  soundGeneration,
  { generations: [], headUnits: [], questions: [], rules: [] },
  { 'bmw-screen': ['small'] },
  { kind: 'rules', rules: [] },
]

/** The first value that a schema accepts. */
function giveSound(schema: z.core.$ZodType): unknown {
  const def = definitionOf(schema)
  if (def.type === 'literal') return def.values[0]
  if (def.type === 'enum') return Object.values(def.entries)[0]
  const found = soundValues.find((value) => z.safeParse(schema, value).success)
  if (found === undefined && !z.safeParse(schema, found).success)
    throw new Error(
      `no value fits the schema ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))}`,
    )
  return found
}

let networks = 0

/** A call from a network of its own, so that no limit refuses it. */
function call(endpoint: Endpoint, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const { cookie } = callerOf(endpoint)
  networks += 1
  return send(world, endpoint.method, path, {
    ...(body === undefined ? {} : { body }),
    headers: {
      ...(cookie === '' ? {} : { cookie }),
      'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
      ...headers,
    },
  })
}

const all = Object.entries(endpoints as Record<string, Endpoint>)
const soundPath = (endpoint: Endpoint) =>
  endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'provider' ? 'google' : '5'))

async function faultsOf(name: string, field: string, ask: () => Promise<Answer>): Promise<string[]> {
  const answers: Answer[] = []
  const ms = await processorMsOf(async () => answers.push(await ask()), limitMs)
  const faults = answers.flatMap(({ status, headers }) => {
    const said = `${status} ${headers.get('x-refusal')} ${headers.get('x-refusal-field')}`
    return said.startsWith(`400 malformed ${field}`) ? [] : [`${name} ${field}: ${said}`]
  })
  return ms < limitMs ? faults : [...faults, `${name} ${field}: ${Math.round(ms)} ms`]
}

test('a hostile text of 60,000 characters in any field of a body is refused by name, and at once', async () => {
  const texts = hostileTexts(60_000)
  const faults: string[] = []
  for (const [name, endpoint] of all)
    for (const { path, withText } of textFieldsOf(endpoint, 'body'))
      for (const shape of ['an address of dots', 'dashes']) {
        const body = withText(texts[shape] ?? '', giveSound)
        const ask = () => call(endpoint, soundPath(endpoint), body)
        faults.push(...(await faultsOf(name, path.join('.'), ask)))
      }
  expect(faults).toEqual([])
})

test('a hostile text in any field of an address or a header is refused by name, and at once', async () => {
  const long = hostileTexts(10_000)['an address of many names'] ?? ''
  const faults: string[] = []
  for (const [name, endpoint] of all) {
    const path = soundPath(endpoint)
    for (const {
      path: [key = ''],
    } of textFieldsOf(endpoint, 'headers'))
      faults.push(...(await faultsOf(name, key, () => call(endpoint, path, undefined, { [key]: long }))))
    for (const {
      withText,
      path: [key = ''],
    } of textFieldsOf(endpoint, 'query')) {
      const query = withText(long, giveSound) as Record<string, string | undefined>
      const texts = Object.entries(query).flatMap(([other, value]) =>
        value === undefined ? [] : [[other, value]],
      )
      const asked = `${path}?${new URLSearchParams(texts).toString()}`
      faults.push(...(await faultsOf(name, key, () => call(endpoint, asked))))
    }
    for (const {
      path: [key = ''],
    } of textFieldsOf(endpoint, 'params')) {
      const parts = endpoint.path.split('/').map((part) => (part === `:${key}` ? long.slice(0, 390) : part))
      const asked = parts.map((part) => (part.startsWith(':') ? '5' : part)).join('/')
      faults.push(...(await faultsOf(name, key, () => call(endpoint, asked))))
    }
  }
  expect(faults).toEqual([])
})

test('the limit of a network counts calls before their bodies are read', async () => {
  const ask = (body: string) =>
    send(world, 'POST', '/api/register-shop', { body, headers: { 'x-forwarded-for': '192.0.2.77' } })
  const statuses = (await Promise.all(Array.from({ length: 60 }, () => ask('{')))).map(({ status }) => status)
  expect(statuses).toEqual(Array(60).fill(400))
  expect((await ask('{')).status).toBe(429)
  expect((await ask(JSON.stringify(registrationOf()))).status).toBe(429)
})

test('a field name with half a character is refused with a sentence, and a long name is cut', async () => {
  const half = await people.visitor.post('/api/auth/sign-in/email', String.raw`{"\ud800":"a\u0000"}`)
  expect([half.status, Object.keys(half.body), half.headers.get('x-refusal')]).toEqual([
    400,
    ['error'],
    'malformed',
  ])
  const account = {
    name: 'Casey',
    email: 'casey@example.test',
    password: 'a-good-password',
    ['x'.repeat(60_000)]: 1,
  }
  const long = await people.visitor.post('/api/auth/sign-up/email', account)
  expect(long.status).toBe(400)
  expect(long.body.error.length).toBeLessThan(300)
})
