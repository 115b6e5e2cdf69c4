import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate, pendingMigrations } from '../../server/database/migrate.ts'
import { restoreBackup } from '../../server/database/restore-backup.ts'
import { writeBackup } from '../../server/database/write-backup.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { openDatabase } from '../../server/database/open-database.ts'
import { differencesOf, readWhole, type WholeDatabase } from '../reliability/whole-database.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { orderFor } from '../support/orders.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

let world: MoneyWorld
let folder: string
let made = 0

beforeAll(async () => {
  world = await startMoneyWorld()
  // A help of other tests, and no part of the product's schema.
  await world.context.database.pool.query('drop function prove_named_address cascade')
  folder = await mkdtemp(join(tmpdir(), 'dashfit-backup-'))
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true })
})

const newPath = (): string => join(folder, `${(made += 1)}.backup`)

async function backUp(): Promise<string> {
  const path = newPath()
  await writeBackup({ url: world.context.database.url, path, keys: {} })
  return path
}

async function readAt(url: string): Promise<WholeDatabase> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await readWhole(client)
  } finally {
    await client.end()
  }
}

/** Rewrites the lines of a backup file and seals it again. */
async function rewrite(path: string, change: (lines: string[]) => string[]): Promise<string> {
  const lines = gunzipSync(await readFile(path))
    .toString()
    .split('\n')
    .slice(0, -2)
  const changed = change(lines)
    .map((line) => `${line}\n`)
    .join('')
  const rows = changed.split('\n').filter((line) => line.startsWith('[')).length
  const sha256 = createHash('sha256').update(changed).digest('hex')
  const other = newPath()
  await writeFile(other, gzipSync(`${changed}${JSON.stringify({ rows, sha256 })}\n`))
  return other
}

describe('a backup', () => {
  test('restores rows that current rules would refuse, in any order, and every text exactly', async () => {
    const { pool } = world.context.database
    const odd = 'tab\t line\n return\r "quoted" \\N \\\\x00 {a,NULL} \u2028 Zoë 🚗 \u0007 $1 %s'
    await pool.query(
      `insert into users (id, name, email, disabled_at, deleted_at, image) values
      ('gone', $1, 'gone@example.test', now(), now(), ''), ('owner', 'NULL', 'owner@example.test', now(), null, null)`,
      [odd],
    )
    await pool.query(
      'alter table passkeys disable trigger user; alter table appointments disable trigger user',
    )
    await pool.query(`insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
      values ('key', 'gone', 'Key', 'public', 'credential', 9007199254740993, 'singleDevice', true)`)
    await pool.query(
      `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at, state,
        customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, created_at)
      values (gen_random_uuid(), 5, 1, 'gone', 1, 49900, '1999-12-31 23:59:59.123456+00', '2000-01-01 02:00:00.1+00', 'cancelled',
        $1, 'gone@example.test', '6265550142', 2013, 'BMW', 'X5', now())`,
      [odd],
    )
    await pool.query('alter table passkeys enable trigger user; alter table appointments enable trigger user')
    await pool.query(`insert into payout_details values (5, 'email', '\\x00ff0a5c', 'test')`)
    // The earlier row refers to the later one.
    await pool.query(`insert into outbox (id, kind, recipient, payload, created_at, due_at, given_up_at, superseded_by) values
      ('019a0000-0000-7000-8000-000000000001', 'note', 'a@b.test', 'null', now(), now(), now(), '019a0000-0000-7000-8000-000000000002'),
      ('019a0000-0000-7000-8000-000000000002', 'note', 'a@b.test', '{"n": 1.50, "s": "\\u2028"}', now(), now(), now(), null)`)
    const before = await readAt(world.context.database.url)
    const path = await backUp()
    expect((await stat(path)).mode & 0o077).toBe(0)
    const url = await createEmptyDatabase()
    await restoreBackup({ url, path })
    expect(differencesOf(before, await readAt(url))).toEqual([])
  })

  test('of a running product is a consistent snapshot', async () => {
    const crowdGoes = { on: true }
    const crowd = [0, 1, 2].map(async (bay) => {
      for (let day = 0; crowdGoes.on; day++) {
        const time = String(9 + bay).padStart(2, '0')
        const order = orderFor(world, { date: `${world.day(day % 10)} ${time}:00` })
        const booked = await world.customer.post('/api/appointments', order)
        if (booked.status === 201) await world.cancel(String(booked.body.id))
      }
    })
    const paths: string[] = []
    for (let copy = 0; copy < 2; copy++) paths.push(await backUp())
    crowdGoes.on = false
    await Promise.all(crowd)
    for (const path of paths) {
      const url = await createEmptyDatabase()
      await restoreBackup({ url, path })
      const database = await openDatabase({
        databaseUrl: url,
        dataDir: folder,
        poolSize: 1,
        onError: () => {},
      })
      const { differences } = await reconcile({ database, stripe: world.context.stripe })
      await database.close()
      expect(differences.filter((one) => one.startsWith('appointment'))).toEqual([])
    }
  })

  test('never overwrites a file', async () => {
    const path = newPath()
    await writeFile(path, 'mine')
    const writing = writeBackup({ url: world.context.database.url, path, keys: {} })
    await expect(writing).rejects.toThrow('Give the name of a new file.')
    expect(await readFile(path, 'utf8')).toBe('mine')
  })
})

describe('a restore', () => {
  let empty: string

  beforeAll(async () => {
    empty = await createEmptyDatabase()
  })

  /**
   * Restores into an empty database and returns the error message. Checks that the database is still empty.
   */
  async function refusalOf(path: string): Promise<string> {
    const said = await restoreBackup({ url: empty, path }).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    const whole = await readAt(empty)
    expect([...whole.keys()].filter((what) => what.startsWith('rows of '))).toEqual([])
    return said
  }

  test('refuses a foreign, damaged, truncated, newer or incomplete file with a sentence, and restores no row', async () => {
    const path = await backUp()
    const bytes = await readFile(path)
    const write = async (content: Buffer | string): Promise<string> => {
      const other = newPath()
      await writeFile(other, content)
      return other
    }
    const lines = gunzipSync(bytes).toString()
    const without = (kind: 'table' | 'sequence', name: string) => (all: string[]) => {
      const from = all.findIndex((line) => line.startsWith(`{"${kind}":"${name}"`))
      const to = all.findIndex((line, place) => place > from && line.startsWith('{'))
      return [...all.slice(0, from), ...all.slice(to)]
    }
    const changed = (from: string | RegExp, to: string) => (all: string[]) =>
      all.map((line, place) => (place === 0 ? line.replace(from, to) : line))
    const said = {
      gone: await refusalOf(join(folder, 'none')),
      foreign: await refusalOf(await write('select 1;')),
      'foreign and packed': await refusalOf(await write(gzipSync('{"a":1}\n'))),
      cut: await refusalOf(await write(bytes.subarray(0, bytes.length - 40))),
      'cut at a line': await refusalOf(
        await write(gzipSync(lines.slice(0, lines.lastIndexOf('\n', lines.length - 2) + 1))),
      ),
      'a letter changed': await refusalOf(
        await write(gzipSync(lines.replace('Casey Rivera', 'Casey Riverb'))),
      ),
      'newer format': await refusalOf(await rewrite(path, changed('"version":1', '"version":2'))),
      'newer schema': await refusalOf(
        await rewrite(path, changed('"migrations":[', '"migrations":[{"name":"999-x","checksum":"0"},')),
      ),
      'another schema': await refusalOf(await rewrite(path, changed(/"checksum":"../, '"checksum":"xx'))),
      'without a table': await refusalOf(await rewrite(path, without('table', 'outbox'))),
      'without a sequence': await refusalOf(await rewrite(path, without('sequence', 'ledger_id_seq'))),
    }
    const noBackup = expect.stringContaining('is no backup of Dashfit.')
    const damaged = expect.stringContaining('is damaged or was not written to its end.')
    expect(said).toEqual({
      gone: expect.stringContaining('cannot be read (ENOENT).'),
      foreign: noBackup,
      'foreign and packed': noBackup,
      cut: damaged,
      'cut at a line': damaged,
      'a letter changed': damaged,
      'newer format': expect.stringContaining('has version 2 of the format'),
      'newer schema': expect.stringContaining('is of a newer or another version of the code.'),
      'another schema': expect.stringContaining('is of a newer or another version of the code.'),
      'without a table': expect.stringContaining('The backup lacks outbox'),
      'without a sequence': expect.stringContaining('The backup lacks ledger_id_seq'),
    })
  })

  test('checks foreign keys: without the shops no row is restored', async () => {
    await world.book()
    const path = await rewrite(await backUp(), (lines) => {
      const from = lines.findIndex((line) => line.startsWith('{"table":"shops"'))
      return lines.filter((line, place) => place <= from || place > from + 1 || !line.startsWith('['))
    })
    expect(await refusalOf(path)).toContain('foreign key')
  })

  test('refuses a database that is in use', async () => {
    const path = await backUp()
    const restoring = restoreBackup({ url: world.context.database.url, path })
    await expect(restoring).rejects.toThrow('The database is not empty: it has the table')
  })

  test('accepts a backup of an older version and migrates it', async () => {
    const older = join(folder, 'older')
    const migrations = join(import.meta.dirname, '../../server/database/migrations')
    mkdirSync(older)
    for (const file of readdirSync(migrations).filter((name) => name < '008'))
      copyFileSync(join(migrations, file), join(older, file))
    const path = newPath()
    const oldUrl = await createEmptyDatabase()
    const oldPool = new Pool({ connectionString: oldUrl, max: 1 })
    await migrate(oldPool, older)
    await oldPool.query(`insert into users (id, name, email) values ('old', 'Old', 'old@example.test')`)
    await oldPool.end()
    await writeBackup({ url: oldUrl, path, keys: {} })
    const url = await createEmptyDatabase()
    await restoreBackup({ url, path })
    const pool = new Pool({ connectionString: url, max: 1 })
    expect(await pendingMigrations(pool)).toEqual([])
    const { rows } = await pool.query('select name, disabled_at from users')
    expect(rows).toEqual([{ name: 'Old', disabled_at: null }])
    await pool.end()
  })
})
