import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, type Answer, type Person } from '../support/people.ts'
import { addMember } from '../support/shop-people.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const { poll } = expect
const query = (sql: string, values: unknown[]) => world.context.database.pool.query(sql, values)

async function idOf(email: string): Promise<string> {
  return (await query('select id from users where email = $1', [email])).rows[0].id as string
}

/** Sends a call while another transaction holds a row, changes the access, and lets the call go on. */
async function whileHeld(
  lock: { sql: string; id: string | number },
  call: () => Promise<Answer>,
  change: () => Promise<unknown>,
): Promise<Answer> {
  const client = await world.context.database.pool.connect()
  await client.query('begin')
  await client.query(lock.sql, [lock.id])
  const answer = call()
  await poll(async () => {
    const { rows } = await query(
      `select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      [],
    )
    return rows[0].waiting as number
  }).toBeGreaterThan(0)
  await change()
  await client.query('rollback')
  client.release()
  return answer
}

const appointmentRow = (id: string) => ({ sql: 'select id from appointments where id = $1 for update', id })
const shopRow = (id: number) => ({ sql: 'select id from shops where id = $1 for update', id })

type Staffed = { shop: Person; desk: Person; second: Person; shopId: number; id: string }

async function open(): Promise<Staffed> {
  const { shop, shopId } = await openShop(world, world.administrator)
  const desk = await addMember(world, shop, shopId, 'desk')
  const second = await addMember(world, shop, shopId, 'owner')
  const id = await world.book({ shopId, date: `${world.day(0)} 09:00` })
  return { shop, desk, second, shopId, id }
}

const demote = async (shopId: number, email: string) =>
  query(`update shop_members set role = 'technician' where shop_id = $1 and user_id = $2`, [
    shopId,
    await idOf(email),
  ])
const remove = async (shopId: number, email: string) =>
  query('delete from shop_members where shop_id = $1 and user_id = $2', [shopId, await idOf(email)])
const suspend = (shopId: number) => query(`update shops set status = 'suspended' where id = $1`, [shopId])

const stateOf = async (id: string) =>
  (await query('select state, customer_phone from appointments where id = $1', [id])).rows[0]

test.each([
  ['is demoted', demote, 403],
  ['is removed', remove, 404],
  ['works at a shop that is suspended', (shopId: number) => suspend(shopId), 403],
] as const)(
  'a desk that %s while a call waits cancels, corrects and records nothing',
  async (_, change, status) => {
    for (const call of [
      ({ desk, id }: Staffed) =>
        desk.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled', reason: '' }),
      ({ desk, id }: Staffed) =>
        desk.patch(`/api/admin/appointments/${id}/contact`, { phone: '(626) 555-0199' }),
      ({ desk, id }: Staffed) =>
        world.onceBegun(id, () =>
          desk.post(`/api/admin/appointments/${id}/fitment-outcome`, {
            outcome: 'did_not_fit',
            headUnitId: null,
            note: 'Too late',
            extraMinutes: 0,
            isConditionUntrue: false,
          }),
        ),
    ]) {
      const staffed = await open()
      const before = await stateOf(staffed.id)
      const answer = await whileHeld(
        appointmentRow(staffed.id),
        () => call(staffed),
        () => change(staffed.shopId, staffed.desk.email),
      )
      expect(answer.status).toBe(status)
      expect(await stateOf(staffed.id)).toEqual(before)
    }
  },
)

test('an owner who is demoted while a call waits changes neither people nor the shop', async () => {
  const { second, desk, shopId } = await open()
  const deskId = await idOf(desk.email)
  for (const call of [
    () => second.patch(`/api/admin/shops/${shopId}/people/${deskId}`, { role: 'owner' }),
    () => second.post(`/api/admin/shops/${shopId}/bays`, { name: 'Stolen' }),
    () => second.patch(`/api/admin/shops/${shopId}/payout`, { paymentMethod: 'Venmo' }),
  ]) {
    await query(`update shop_members set role = 'owner' where shop_id = $1 and user_id = $2`, [
      shopId,
      await idOf(second.email),
    ])
    const answer = await whileHeld(shopRow(shopId), call, () => demote(shopId, second.email))
    expect(answer.status).toBe(403)
  }
  const { rows } = await query(
    `select (select role from shop_members where shop_id = $1 and user_id = $2) as role, payout_method,
      (select count(*)::integer from bays where shop_id = $1) as bays from shops where id = $1`,
    [shopId, deskId],
  )
  expect(rows).toEqual([{ role: 'desk', payout_method: 'ACH Direct Deposit', bays: 1 }])
})

test('a person who is removed while a call waits writes nothing about a contact', async () => {
  const { shop, desk, shopId, id } = await open()
  const { rows } = await query('select contact_id from appointments where id = $1', [id])
  const contactId = rows[0].contact_id as string
  const answer = await whileHeld(
    { sql: 'select id from contacts where id = $1 for update', id: contactId },
    () => desk.post(`/api/admin/contacts/${contactId}/notes`, { text: 'Left behind' }),
    () => remove(shopId, desk.email),
  )
  expect(answer.status).toBe(404)
  expect((await shop.get(`/api/admin/contacts/${contactId}`)).body.notes).toEqual([])
})

test('control: a desk whose access stays is served once the lock is free', async () => {
  const staffed = await open()
  const answer = await whileHeld(
    appointmentRow(staffed.id),
    () => staffed.desk.patch(`/api/admin/appointments/${staffed.id}/contact`, { phone: '(626) 555-0199' }),
    async () => undefined,
  )
  expect(answer.status).toBe(200)
  expect((await stateOf(staffed.id)).customer_phone).toBe('6265550199')
})
