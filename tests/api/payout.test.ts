import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayoutDetail } from '../../server/shops/payout-details.ts'
import { mailsTo } from '../support/mails.ts'
import { registerShop, shopIdOf, signInAdministrator, type Person } from '../support/people.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { startWorld, type World } from '../support/start-world.ts'

const byNumber = (one: number, other: number): number => one - other

let world: World

beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'trace' })
})
afterAll(() => world.stop())

type Row = { shop_id: number; field: string; sealed: Buffer; last_four: string }

async function rowsOf(shopId: number, { context } = world): Promise<Row[]> {
  const { rows } = await context.database.pool.query<Row>(
    'select * from payout_details where shop_id = $1 order by field',
    [shopId],
  )
  return rows
}

/** The stored payout details of a shop, decrypted. */
async function opened(shopId: number): Promise<Record<string, string>> {
  const { payoutKeys } = world.context.secrets
  const rows = await rowsOf(shopId)
  return Object.fromEntries(
    rows.map((row) => [row.field, openPayoutDetail(payoutKeys, shopId, row.field, row.sealed)]),
  )
}

type Paid = { shop: Person; shopId: number; path: string }

async function newShop(changes?: Record<string, unknown>): Promise<Paid> {
  const shop = await registerShop(world, changes)
  const shopId = await shopIdOf(shop)
  return { shop, shopId, path: `/api/admin/shops/${shopId}` }
}

async function payoutMails(shop: Person) {
  await world.runJobs()
  return (await mailsTo(world, shop.email)).filter(({ subject }) => subject.startsWith('Payout changed'))
}

test('details are stored sealed, can be opened only for their shop and field, and are shown as the last four', async () => {
  const { shop, shopId, path } = await newShop()
  const [account] = await rowsOf(shopId)
  if (!account) throw new Error('no payout details')
  expect(account).toMatchObject({ field: 'account', last_four: '6789' })
  expect(account.sealed.includes('000123456789')).toBe(false)
  const { payoutKeys } = world.context.secrets
  expect(openPayoutDetail(payoutKeys, shopId, 'account', account.sealed)).toBe('000123456789')
  expect(() => openPayoutDetail(payoutKeys, shopId, 'routing', account.sealed)).toThrow()
  expect(() => openPayoutDetail(payoutKeys, shopId + 1, 'account', account.sealed)).toThrow()
  expect((await shop.get(path)).body.payout).toEqual({
    paymentMethod: 'ACH Direct Deposit',
    lastFour: { routing: '0021', account: '6789' },
  })
})

test('details of another method than the chosen one are not stored', async () => {
  const accountDetails = { routing: '021000021', email: 'pay@example.test', username: '@second-gear' }
  const { shopId } = await newShop({ paymentMethod: 'PayPal', accountDetails })
  expect(await opened(shopId)).toEqual({ email: 'pay@example.test' })
})

test('another method deletes the details of the one before', async () => {
  const { shop, shopId, path } = await newShop()
  const { body } = await shop.patch(`${path}/payout`, {
    paymentMethod: 'Venmo',
    accountDetails: { username: '@second-gear' },
  })
  expect(body.payout).toEqual({ paymentMethod: 'Venmo', lastFour: { username: 'gear' } })
  expect(await opened(shopId)).toEqual({ username: '@second-gear' })
  expect((await shop.patch(`${path}/payout`, { paymentMethod: 'PayPal' })).body.payout).toEqual({
    paymentMethod: 'PayPal',
    lastFour: {},
  })
  expect(await rowsOf(shopId)).toEqual([])
})

test('with the same method an omitted detail stays, and an empty one is deleted', async () => {
  const { shop, shopId, path } = await newShop()
  const set = (accountDetails: object) =>
    shop.patch(`${path}/payout`, { paymentMethod: 'ACH Direct Deposit', accountDetails })
  await set({ account: ' 998877665544 ' })
  expect(await opened(shopId)).toEqual({ routing: '021000021', account: '998877665544' })
  await set({ routing: '' })
  expect(await opened(shopId)).toEqual({ account: '998877665544' })
  await set({ routing: '   ' })
  expect(await opened(shopId)).toEqual({ account: '998877665544' })
})

test('registration without details stores none', async () => {
  for (const accountDetails of [undefined, {}, { routing: '', account: '' }]) {
    const { shopId } = await newShop({ accountDetails })
    expect(await rowsOf(shopId)).toEqual([])
  }
})

test('the shop gets a mail about every change by its last four, and none without a change', async () => {
  const { shop, path } = await newShop()
  await proveOwnAddress(world, shop.email)
  await shop.patch(`${path}/payout`, {
    paymentMethod: 'ACH Direct Deposit',
    accountDetails: { routing: '021000021', account: '000123456789' },
  })
  await shop.patch(`${path}/payout`, { paymentMethod: 'ACH Direct Deposit' })
  expect(await payoutMails(shop)).toEqual([])
  await shop.patch(`${path}/payout`, {
    paymentMethod: 'ACH Direct Deposit',
    accountDetails: { account: '998877665544' },
  })
  await shop.patch(`${path}/payout`, {
    paymentMethod: 'PayPal',
    accountDetails: { email: 'somebody-else@example.test' },
  })
  const mails = await payoutMails(shop)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toMatch(/Routing: +ends in 0021\nAccount: +ends in 5544/)
  expect(mails[1]?.text).toMatch(/Method: +PayPal\nEmail: +ends in test/)
  for (const { text, html } of mails) {
    expect(text).toContain("IF THIS WASN'T YOU")
    expect(text + html).not.toMatch(/998877665544|somebody-else@/)
  }
})

test('the shop also gets a mail when an administrator changes its payout', async () => {
  const { shop, path } = await newShop()
  const administrator = await signInAdministrator(world)
  await administrator.patch(`${path}/payout`, { paymentMethod: 'Venmo' })
  expect(await payoutMails(shop)).toHaveLength(1)
})

test('administrators get the mails about the built-in shop’s payout', async () => {
  const administrator = await signInAdministrator(world)
  const answer = await administrator.patch('/api/admin/shops/5/payout', {
    paymentMethod: 'PayPal',
    accountDetails: { email: 'alhambra@example.test' },
  })
  expect(answer.body.payout).toEqual({ paymentMethod: 'PayPal', lastFour: { email: 'test' } })
  expect(await payoutMails(administrator)).toHaveLength(1)
})

test('two concurrent changes leave the details of one method only', async () => {
  for (let round = 0; round < 4; round++) {
    const { shop, shopId, path } = await newShop()
    await Promise.all([
      shop.patch(`${path}/payout`, { paymentMethod: 'PayPal', accountDetails: { email: 'a@example.test' } }),
      shop.patch(`${path}/payout`, { paymentMethod: 'Venmo', accountDetails: { username: '@second-gear' } }),
    ])
    const { payout } = (await shop.get(path)).body
    expect(Object.keys(await opened(shopId))).toEqual([
      payout.paymentMethod === 'PayPal' ? 'email' : 'username',
    ])
  }
})

test.each([
  [{ paymentMethod: 'Cash' }, 'Please choose a payment method'],
  [{}, 'Please choose a payment method'],
  [{ paymentMethod: 'PayPal', accountDetails: { email: 'nobody' } }, 'Please enter a valid email address'],
  [{ paymentMethod: 'Venmo', accountDetails: { username: 'x'.repeat(10_000) } }, 'Please check the username'],
  [
    { paymentMethod: 'Venmo', accountDetails: { username: 'a\u0000b' } },
    'Please remove the characters that cannot be shown',
  ],
  [
    { paymentMethod: 'Venmo', accountDetails: { username: 'مرآب-<b>🚗</b>' } },
    'Please check the username: 5 to 30 letters, digits, hyphens or underscores',
  ],
  [
    { paymentMethod: 'ACH Direct Deposit', accountDetails: { routing: '111111111' } },
    'Please check the routing number: nine digits, as at the foot of a check',
  ],
  [
    { paymentMethod: 'ACH Direct Deposit', accountDetails: { account: 'abc' } },
    'Please check the account number: 4 to 17 digits, without spaces',
  ],
  [{ paymentMethod: 'Venmo', accountDetails: { iban: '1' } }, 'Unknown field: iban.'],
])('the payout %j gets its sentence and changes no row', async (change, sentence) => {
  const { shop, shopId, path } = await newShop()
  const answer = await shop.patch(`${path}/payout`, change)
  expect([answer.status, answer.body]).toEqual([400, { error: sentence }])
  expect(await opened(shopId)).toEqual({ routing: '021000021', account: '000123456789' })
})

test('no response, no mail and no log line has a whole detail', async () => {
  const [routing, account] = ['122105278', '777666555444']
  const { shop, shopId, path } = await newShop({ accountDetails: { routing, account } })
  const administrator = await signInAdministrator(world)
  const answers = [
    await shop.get(path),
    await shop.get('/api/admin/shops'),
    await administrator.get(path),
    await administrator.get('/api/admin/shops'),
    await shop.patch(`${path}/payout`, {
      paymentMethod: 'ACH Direct Deposit',
      accountDetails: { account: account.split('').toReversed().join('') },
    }),
  ]
  await world.runJobs()
  const { rows } = await world.context.database.pool.query('select payload from outbox')
  const told = JSON.stringify([answers.map(({ body }) => body as unknown), rows]) + world.logLines.join('')
  for (const secret of [routing, account, '444555666777']) expect(told).not.toContain(secret)
  expect(Object.keys(await opened(shopId))).toEqual(['account', 'routing'])
})

test('a tampered detail is never accepted as genuine: startup logs it, and the next change replaces it', async () => {
  const { shop, shopId, path } = await newShop()
  await world.context.database.pool.query(
    `update payout_details set sealed = set_byte(sealed, 31, get_byte(sealed, 31) # 1)
      where shop_id = $1 and field = 'account'`,
    [shopId],
  )
  await expect(opened(shopId)).rejects.toThrow()
  const { shopJobs } = await import('../../server/shops/jobs.ts')
  for (const job of shopJobs) await job.run(world.context, 'start')
  const line = world.logLines.find((entry) => entry.includes('no key opens these payout details')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ lost: 1, shops: [shopId] })
  expect((await shop.get(path)).body.payout.lastFour.account).toBe('6789')
  await shop.patch(`${path}/payout`, {
    paymentMethod: 'ACH Direct Deposit',
    accountDetails: { account: '000123456789' },
  })
  expect(await opened(shopId)).toEqual({ routing: '021000021', account: '000123456789' })
})

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')

test('with a new key everything is sealed again, and opens without the old one', async () => {
  const before = await startWorld({ PAYOUT_KEY: key(1) })
  const { pool } = before.context.database
  const shops = await Promise.all([registerShop(before), registerShop(before), registerShop(before)])
  const ids = await Promise.all(shops.map(shopIdOf))
  const keyIds = async () =>
    (await pool.query<{ id: number }>('select get_byte(sealed, 0) as id from payout_details')).rows.map(
      ({ id }) => id,
    )
  expect(await keyIds()).toEqual(Array(6).fill(1))

  const { loadSecrets } = await import('../../server/secrets.ts')
  const { readConfig, unusedProviders } = await import('../../server/config.ts')
  const secretsOf = (more: Record<string, string>) => loadSecrets(readConfig({ ...unusedProviders, ...more }))
  const both = await secretsOf({ PAYOUT_KEY: key(2), PAYOUT_KEY_ID: '2', PAYOUT_OLD_KEYS: `1:${key(1)}` })
  const onlyNew = await secretsOf({ PAYOUT_KEY: key(2), PAYOUT_KEY_ID: '2' })

  // One damaged detail must not stop the others from being sealed again.
  await pool.query(
    `update payout_details set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)
      where shop_id = $1 and field = 'account'`,
    [ids[0]],
  )
  const { resealPayouts } = await import('../../server/shops/reseal-payouts.ts')
  await resealPayouts({ ...before.context, secrets: both }, false)
  expect((await keyIds()).sort(byNumber)).toEqual([1, 2, 2, 2, 2, 2])
  const [, row] = await rowsOf(ids[1] ?? 0, before)
  if (!row) throw new Error('no payout details')
  expect(openPayoutDetail(onlyNew.payoutKeys, row.shop_id, row.field, row.sealed)).toBe('021000021')
  await resealPayouts({ ...before.context, secrets: both }, false)
  expect((await rowsOf(ids[1] ?? 0, before))[1]?.sealed).toEqual(row.sealed)
  await before.stop()
})

test('control: without the old key no detail is sealed again or opened', async () => {
  const { shopId } = await newShop()
  const before = await rowsOf(shopId)
  const { resealPayouts } = await import('../../server/shops/reseal-payouts.ts')
  const payoutKeys = { presentId: 2, byId: new Map([[2, Buffer.alloc(32, 2)]]) }
  await resealPayouts({ ...world.context, secrets: { ...world.context.secrets, payoutKeys } }, false)
  expect(await rowsOf(shopId)).toEqual(before)
})
