import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCipheriv, randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { isSealedValue } from '../../server/shops/payout-rows.ts'
import { createEmptyDatabase } from '../support/test-database.ts'
import { signInAdministrator } from '../support/people.ts'
import { shopZone, startWorld, type World } from '../support/start-world.ts'

/** Seals a payout detail in the format of the previous version. */
function sealBefore(key: Buffer, shopId: number, field: string, value: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(`payout:${shopId}:${field}`))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), sealed])
}

async function migrateBefore({ context }: World, upTo: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dashfit-before-'))
  const migrations = join(import.meta.dirname, '../../server/database/migrations')
  for (const file of readdirSync(migrations).filter((name) => name < upTo)) {
    copyFileSync(join(migrations, file), join(folder, file))
  }
  await migrate(context.database.pool, folder)
  rmSync(folder, { recursive: true })
}

test('a database from before the staff pages keeps its bays, mails, searches and payouts', async () => {
  const old = await createEmptyDatabase()
  const world = await startWorld({ DATABASE_URL: old }, { namedAddressesAreProven: false })
  try {
    const { pool } = world.context.database
    const { payoutKeys } = world.context.secrets
    await migrateBefore(world, '009')
    const [booked, mail] = [uuid(), uuid()]
    // Bay names were not unique then.
    await pool.query(
      `insert into bays (shop_id, name) values (5, 'bay 1'), (5, 'BAY 1'), (5, 'Bay 2 '), (5, '')`,
    )
    await pool.query(`insert into users (id, name, email) values ('past', 'Zoë Straße', 'past@example.test')`)
    await pool.query(
      `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
         customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
       select $1, 5, max(id), 'past', 1, 49900, nine, nine + interval '3 hours', 'booked',
         E'Zo\u00eb\\nSTRASSE 100%', 'past@example.test', '6265550142', 2013, 'BMW', 'X5', now()
       from bays, (select ($2 || ' 09:00')::timestamp at time zone $3 as nine) as morning where shop_id = 5 group by nine`,
      [booked, world.bookableDays()[0], shopZone],
    )
    await pool.query(
      `insert into outbox (id, kind, recipient, payload, created_at, due_at, attempts, given_up_at)
       values ($1, 'appointment_confirmed', 'past@example.test', json_build_object('appointmentId', $2::text), now(), now(), 12, now())`,
      [mail, booked],
    )
    const key = payoutKeys.byId.get(1)
    if (!key) throw new Error('the first key is number 1')
    await pool.query(`insert into payout_details values (5, 'account', $1, '6789')`, [
      sealBefore(key, 5, 'account', '000123456789'),
    ])

    expect((await migrate(pool)).applied[0]).toBe('009-shops-and-staff')
    const administrator = await signInAdministrator(world)
    const { bays } = (await administrator.get('/api/admin/shops/5')).body
    const names = bays.map(({ name }: { name: string }) => name)
    expect(new Set(names.map((name: string) => name.toLowerCase())).size).toBe(6)
    expect(names.slice(0, 2)).toEqual(['Bay 1', 'Bay 2'])
    expect(bays.every(({ inUse }: { inUse: boolean }) => inUse)).toBe(true)
    for (const search of ['zoë', 'strasse 100%', 'PAST@EXAMPLE']) {
      const found = await administrator.get(`/api/admin/appointments?search=${encodeURIComponent(search)}`)
      expect(found.body).toMatchObject([{ id: booked }])
    }
    const { items } = (await administrator.get('/api/admin/attention')).body
    expect(items).toMatchObject([{ appointmentId: booked, mailId: mail }])
    const { rows } = await pool.query(`select shop_id, field, sealed from payout_details`)
    expect(isSealedValue(payoutKeys, rows[0], '000123456789')).toBe(true)
  } finally {
    await world.stop()
  }
})
