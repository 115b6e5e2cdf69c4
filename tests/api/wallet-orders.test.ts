import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { startWorld } from '../support/start-world.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

/** A card from a wallet, as the provider's script makes it in a browser. */
async function fromWallet(wallet: string): Promise<string> {
  const answer = await fetch(`${world.sandboxUrl}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_browser' },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[wallet][type]': wallet,
    }),
  })
  return ((await answer.json()) as { id: string }).id
}

async function evidenceOf(id: string): Promise<string> {
  return String((await world.administrator.get(`/api/admin/appointments/${id}/evidence.txt`)).body)
}

test('a card from a wallet books, is named as such, and its consent is recorded as it was shown', async () => {
  const id = await world.book({
    paymentMethodId: await fromWallet('apple_pay'),
    shownWallets: ['apple_pay', 'google_pay'],
    date: `${world.day(0)} 09:00`,
  })
  expect((await world.own(id)).hold.card).toEqual({ brand: 'visa', lastFour: '4242', wallet: 'apple_pay' })
  const evidence = await evidenceOf(id)
  expect(evidence).toContain('the customer pressed "Apple Pay" with this text:')
  expect(evidence).toContain('By tapping Secure Appointment, Apple Pay, or Google Pay, you authorize Dashfit')
  expect(evidence).toContain('Card: Visa ending in 4242 (Apple Pay)')
})

test('the wallet is what the provider says, whatever the browser claims', async () => {
  const typed = await world.book({ shownWallets: ['google_pay'], date: `${world.day(1)} 09:00` })
  expect((await world.own(typed)).hold.card).toEqual({ brand: 'visa', lastFour: '4242' })
  expect(await evidenceOf(typed)).toContain('the customer pressed "Secure Appointment" with this text:')
  const silent = await world.book({
    paymentMethodId: await fromWallet('google_pay'),
    date: `${world.day(2)} 09:00`,
  })
  expect(await evidenceOf(silent)).toContain('By tapping Secure Appointment or Google Pay, you authorize')
})

test('other wallets and texts of the browser are refused', async () => {
  for (const shownWallets of [['paypal'], 'apple_pay', ['apple_pay', 'google_pay', 'apple_pay'], [null]]) {
    const answer = await world.customer.post('/api/appointments', orderFor(world, { shownWallets }))
    expect([shownWallets, answer.status]).toEqual([shownWallets, 400])
  }
})

test('a hold from before consents were recorded keeps the words that were shown then', async () => {
  const [row] = await world.context.database.db.selectFrom('holds').selectAll().limit(1).execute()
  await world.context.database.pool.query(
    'update holds set consent_button = null, consent_text = null where id = $1',
    [row?.id],
  )
  expect(await evidenceOf(row?.appointment_id ?? '')).toContain('By pressing Secure Appointment you allow')
})

const domainFile = '/.well-known/apple-developer-merchantid-domain-association'

test('Apple’s domain file is served where the operator has set it, and is missing otherwise', async () => {
  expect((await fetch(`${world.url}${domainFile}`)).status).toBe(404)
  const other = await startWorld({ APPLE_PAY_DOMAIN_ASSOCIATION: '7B227073704964223A' })
  try {
    const answer = await fetch(`${other.url}${domainFile}`)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '7B227073704964223A',
    ])
  } finally {
    await other.stop()
  }
})
