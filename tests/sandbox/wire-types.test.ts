import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFolder } from '../../scripts/build-fingerprint.ts'
import { hold, openSandbox } from './open-sandbox.ts'
import type { OpenSandbox } from './open-sandbox.ts'

type Wire = Record<string, unknown>

let world: OpenSandbox
let stripe: Stripe
/** Each answer of the sandbox as it left, by name, with its type in the SDK. */
const answers = new Map<string, { type: string; wire: Wire }>()

const authorization = { authorization: 'Bearer sk_test_secret' }

/** Reads an answer without the SDK, which would add to it. */
async function read(name: string, type: string, path: string, expand: readonly string[] = []): Promise<Wire> {
  const query = expand.map((field) => `expand[]=${field}`).join('&')
  const response = await fetch(world.url(`/v1/${path}?${query}`), { headers: authorization })
  const wire = (await response.json()) as Wire
  answers.set(name, { type, wire })
  return wire
}

/** Every object that the sandbox answers, in each of the states that change its fields. */
async function collectAnswers(): Promise<void> {
  const customer = await stripe.customers.create({ email: 'wire@example.com', name: 'Wire' })
  const { id: savedCard } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await read('customer', 'Stripe.Customer', `customers/${customer.id}`)
  await read('card', 'Stripe.PaymentMethod', `payment_methods/${savedCard}`)
  await read('cards', 'Stripe.ApiList<Stripe.PaymentMethod>', `customers/${customer.id}/payment_methods`)
  const wallet = await world.browser.paymentMethods.create({
    type: 'card',
    card: { number: '5555555555554444', exp_month: 12, exp_year: 40, wallet: { type: 'apple_pay' } } as never,
  })
  const pay = async (name: string, more: Partial<Stripe.PaymentIntentCreateParams>) => {
    const { id } = await stripe.paymentIntents
      .create({ ...hold, customer: customer.id, payment_method: savedCard, ...more })
      .catch(() =>
        stripe.paymentIntents
          .list({ customer: customer.id, limit: 1 })
          .then(({ data }) => data[0] ?? { id: '' }),
      )
    await read(`${name} payment`, 'Stripe.PaymentIntent', `payment_intents/${id}`, ['latest_charge'])
    return id
  }
  const features = {
    request_extended_authorization: 'if_available',
    request_incremental_authorization: 'if_available',
    request_overcapture: 'if_available',
  } as const
  await pay('held', {})
  await pay('extended', {
    payment_method: 'pm_card_visa_allFeatures',
    payment_method_options: { card: features },
  })
  await pay('wallet', { payment_method: wallet.id })
  await pay('declined', { payment_method: 'pm_card_chargeDeclined' })
  const waiting = await pay('waiting', { payment_method: 'pm_card_threeDSecure2Required' })
  await world.post(`/sandbox/payments/${waiting}/challenge`, { outcome: 'complete' })
  await read('authenticated payment', 'Stripe.PaymentIntent', `payment_intents/${waiting}`, ['latest_charge'])
  await read('charges', 'Stripe.ApiList<Stripe.Charge>', 'charges')
  const canceled = await pay('unconfirmed', { confirm: false })
  await stripe.paymentIntents.cancel(canceled)
  await read('canceled payment', 'Stripe.PaymentIntent', `payment_intents/${canceled}`)
  const captured = await pay('captured', { capture_method: 'automatic' })
  const { data } = await stripe.charges.list({ payment_intent: captured })
  await read('charge', 'Stripe.Charge', `charges/${data[0]?.id}`, ['refunds'])
  await world.post(`/sandbox/payments/${captured}/dispute`, { turn: 'open' })
  const disputes = await read('disputes', 'Stripe.ApiList<Stripe.Dispute>', 'disputes')
  const [dispute] = disputes['data'] as Stripe.Dispute[]
  await read('dispute', 'Stripe.Dispute', `disputes/${dispute?.id}`)
  answers.set('balance transaction', {
    type: 'Stripe.BalanceTransaction',
    wire: dispute?.balance_transactions[0] as unknown as Wire,
  })
  const refunded = await pay('refunded', { capture_method: 'automatic' })
  const refund = await stripe.refunds.create({ payment_intent: refunded })
  await read('refund', 'Stripe.Refund', `refunds/${refund.id}`)
  await read('payments', 'Stripe.ApiList<Stripe.PaymentIntent>', 'payment_intents')
  await read('refunds', 'Stripe.ApiList<Stripe.Refund>', 'refunds')
  const setup = await stripe.setupIntents.create({ customer: customer.id, payment_method: savedCard })
  await read('setup', 'Stripe.SetupIntent', `setup_intents/${setup.id}`)
  await read('events', 'Stripe.ApiList<EventOnTheWire>', 'events')
  const left = await stripe.customers.create({})
  await stripe.customers.del(left.id)
  await read('deleted customer', 'Stripe.DeletedCustomer', `customers/${left.id}`)
  const { error } = await read('error', '', 'payment_intents/pi_unknown')
  answers.set('error', { type: 'Stripe.StripeRawError', wire: error as Wire })
}

beforeAll(async () => {
  world = await openSandbox()
  stripe = world.stripe
  await collectAnswers()
})
afterAll(() => world.close())

/** The union of all events would make errors unreadable; the objects in events are checked themselves. */
const prelude = `import type { Stripe } from 'stripe'
type EventOnTheWire = Omit<Stripe.EventBase, 'data'> & { data: { object: object } }
`

/** Type-checks each value against its type with the SDK's declarations, and returns the errors by name. */
async function findErrors(
  values: ReadonlyMap<string, { type: string; wire: Wire }>,
): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'wire-types-'))
  try {
    await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
    const names = [...values.keys()]
    for (const [index, { type, wire }] of [...values.values()].entries()) {
      const source = `${prelude}export const value: ${type} = ${JSON.stringify(wire, null, 2)}\nexport type { EventOnTheWire }\n`
      await writeFile(join(folder, `value-${index}.ts`), source)
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(projectFolder, 'tsconfig.base.json'), include: ['*.ts'] }),
    )
    const tsc = join(projectFolder, 'node_modules/.bin/tsc')
    const run = promisify(execFile)(tsc, ['-p', folder, '--pretty', 'false'], { maxBuffer: 1e8 })
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
    const errors = new Map<string, string[]>()
    for (const line of stdout.split('\n')) {
      const index = /value-(\d+)\.ts\(/.exec(line)?.[1]
      const name = index === undefined ? undefined : names[Number(index)]
      if (name !== undefined) errors.set(name, [...(errors.get(name) ?? []), line])
      else if (/error TS/.test(line)) throw new Error(line)
    }
    return errors
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('every object of the sandbox has the type that the SDK declares', async () => {
  expect(answers.size).toBeGreaterThanOrEqual(20)
  expect(Object.fromEntries(await findErrors(answers))).toEqual({})
})

/** A copy without the field at the path, or with another value there. */
function spoil(wire: Wire, path: readonly string[], value?: unknown): Wire {
  const [field = '', ...rest] = path
  if (rest.length > 0) return { ...wire, [field]: spoil(wire[field] as Wire, rest, value) }
  const { [field]: _left, ...others } = wire
  return value === undefined ? others : { ...others, [field]: value }
}

/** Fields that the SDK requires, some of them deep in the object. */
const required: Record<string, string> = {
  customer: 'invoice_settings',
  'deleted customer': 'deleted',
  card: 'card.funding',
  cards: 'has_more',
  'held payment': 'latest_charge.payment_method_details.card.electronic_commerce_indicator',
  'authenticated payment': 'latest_charge.payment_method_details.card.three_d_secure.result',
  'extended payment': 'latest_charge.payment_method_details.card.overcapture.maximum_amount_capturable',
  'declined payment': 'last_payment_error.type',
  charge: 'payment_method_details.card.transaction_link_id',
  dispute: 'evidence_details.due_by',
  'balance transaction': 'net',
  refund: 'charge',
  refunds: 'data',
  setup: 'usage',
  events: 'url',
}

test('control: a missing field, one of another type and an invented one are found in each object', async () => {
  const spoiled: typeof answers = new Map()
  for (const [name, path] of Object.entries(required)) {
    const { type, wire } = answers.get(name) ?? { type: '', wire: {} }
    const steps = path.split('.')
    spoiled.set(`${name} without ${path}`, { type, wire: spoil(wire, steps) })
    spoiled.set(`${name} with a wrong ${path}`, { type, wire: spoil(wire, steps, { wrong: true }) })
    spoiled.set(`${name} with an invented field`, { type, wire: { ...wire, invented: 1 } })
  }
  const found = await findErrors(spoiled)
  expect([...spoiled.keys()].filter((name) => !found.has(name))).toEqual([])
})
