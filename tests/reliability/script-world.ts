import { book } from '../support/orders.ts'
import { openShop, signInAdministrator, signUp, type Person } from '../support/people.ts'
import type { World } from '../support/start-world.ts'
import { payloadOf } from './script-payloads.ts'

export type ScriptFixture = {
  customer: Person
  shop: Person
  shopId: number
  administrator: Person
  /** An appointment of the customer at the shop. */
  appointment: string
  /** The day it is on. */
  day: string
  /** Writes the payloads of a round into every typed field. Returns the number of fields. */
  write(round: number): Promise<number>
  /** Makes the product send mails to the customer and the shop. */
  makeMails(round: number): Promise<void>
}

const rows = 5
/** The offset between rounds: of 25 payloads, so that a single row gets another one each time. */
const step = 6

/**
 * One person of each kind, five appointments, closures, bays, passkeys and sessions: five payloads at once in
 * each list.
 */
export async function openScriptFixture(world: World): Promise<ScriptFixture> {
  const { pool } = world.context.database
  const administrator = await signInAdministrator(world)
  const customer = await signUp(world)
  const { shop, shopId } = await openShop(world, administrator)
  const days = world.bookableDays()
  // Passkeys need a proven address.
  await pool.query('update users set email_verified = true')
  const ids: string[] = []
  for (let row = 0; row < rows; row++)
    ids.push(await book(world, customer, { shopId, date: `${days[row]} 09:00` }))
  for (let row = 0; row < rows; row++) {
    const day = days[row + rows] ?? days[row]
    await administrator.post(`/api/admin/shops/${shopId}/closures`, {
      firstDay: day,
      lastDay: day,
      reason: 'x',
    })
    await administrator.post(`/api/admin/shops/${shopId}/bays`, { name: `Lift ${row}` })
    await pool.query(
      `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
        select 'key' || $1, id, 'x', 'none', 'key' || $1, 0, 'singleDevice', false from users where email = $2`,
      [row, customer.email],
    )
  }
  // Phone numbers and VINs cannot hold a payload: the database refuses it.
  await pool.query(
    `insert into outbox (id, kind, recipient, payload, created_at, due_at, given_up_at, last_error)
      values ($1, 'note', $2, $3, now(), now(), now(), 'x')`,
    [ids[0], customer.email, JSON.stringify({ appointmentId: ids[0], sequence: 0 })],
  )

  /** Fills that many rows of a table, each with a payload of its own in each of these columns. */
  const fill = async (round: number, { table, where, columns, most }: Fillable): Promise<number> => {
    const { rows: found } = await pool.query<{ key: string }>(
      `select ctid::text as key from ${table} where ${where} order by 1`,
    )
    for (const [index, { key }] of found.entries()) {
      const values = Object.entries(columns).map(([, template], column) => {
        const [field, before = '', after = ''] = template
        // Bay names are unique in a shop, also between two updates.
        const own = table === 'bays' ? ` ${round}.${index}` : ''
        return `${before}${payloadOf(round * step + index + column, field, most)}${own}${after}`
      })
      const sets = Object.keys(columns).map((name, column) => `${name} = $${column + 2}`)
      await pool.query(`update ${table} set ${sets.join(', ')} where ctid = $1::text::tid`, [key, ...values])
    }
    return Object.keys(columns).length
  }

  return {
    customer,
    shop,
    shopId,
    administrator,
    appointment: ids[0] ?? '',
    day: days[0] ?? '',
    write: async (round) => {
      let fields = 0
      for (const one of fillables) fields += await fill(round, one)
      // Mails go to this customer, and only an address can be written to.
      await pool.query('update appointments set customer_email = $1 where id = $2', [customer.email, ids[0]])
      return fields
    },
    makeMails: async (round) => {
      const time = round % 2 === 0 ? '12:00' : '9:00'
      const { status } = await customer.patch(`/api/appointments/${ids[0]}`, { date: days[0], time })
      if (status !== 200) throw new Error(`the move was refused: ${status}`)
      await world.runJobs()
    },
  }
}

type Fillable = {
  table: string
  where: string
  /** By column: the field's name in its mark, and the text before and after the payload. */
  columns: Record<string, readonly [string, string?, string?]>
  /** The maximum length of the column. */
  most?: number
}

const fillables: readonly Fillable[] = [
  {
    table: 'users',
    where: 'true',
    columns: { name: ['person'], image: ['photo', 'https://photos.invalid/'] },
  },
  { table: 'shops', where: 'id <> 5', columns: { business_name: ['shop'], address: ['address'] } },
  { table: 'bays', where: `name <> ''`, columns: { name: ['bay'] } },
  { table: 'shop_closures', where: 'true', columns: { reason: ['closure'] } },
  { table: 'passkeys', where: 'true', columns: { name: ['passkey'] }, most: 60 },
  { table: 'sessions', where: 'true', columns: { user_agent: ['device'] } },
  {
    table: 'appointments',
    where: 'true',
    columns: {
      customer_name: ['customer'],
      customer_email: ['email', '', '@example.test'],
      vehicle_make: ['make'],
      vehicle_model: ['model'],
    },
  },
  {
    table: 'holds',
    where: 'true',
    columns: { card_brand: ['brand'], card_last_four: ['digits'], refusal_sentence: ['refusal'] },
  },
  { table: 'payout_details', where: 'true', columns: { last_four: ['payout'] } },
  { table: 'outbox', where: 'given_up_at is not null', columns: { last_error: ['error'] } },
]
