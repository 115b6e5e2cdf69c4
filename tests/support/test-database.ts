import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client, Pool } from 'pg'

import { migrate, migrationsChecksum } from '../../server/database/migrate.ts'
import { connectDatabase, type Database } from '../../server/database/open-database.ts'

const PREFIX = 'dashfit_test_'
const TEMPLATE_PREFIX = 'dashfit_template_'
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000

/** PostgreSQL lets nobody else use a template while it is being copied, so copies are made one at a time. */
const COPY_LOCK = 7_310_403

/** The address of a migrated, empty database for one test file, copied from a template in a tenth of a second; it is dropped when the run ends. */
export async function createTestDatabase(): Promise<string> {
  const name = newName()
  await asOwner(async (owner) => {
    await owner.query('SELECT pg_advisory_lock($1)', [COPY_LOCK])
    const template = await findOrMakeTemplate(owner)
    await createDatabase(owner, name, template)
  })
  return urlOf(name)
}

/** A database of its own as the product opens it, with two connections. */
export async function openTestDatabase(): Promise<Database> {
  return connectDatabase(await createTestDatabase(), { poolSize: 2, onError: () => undefined })
}

/** The address of a database without any table, for the tests of the migrations themselves; it is dropped when the run ends. */
export async function createEmptyDatabase(): Promise<string> {
  const name = newName()
  await asOwner((owner) => createDatabase(owner, name, 'template0'))
  return urlOf(name)
}

/**
 * Begins a run, whose processes name their databases after it and leave them where they are: an ext4 without a journal gives no inode
 * out for minutes after its file is gone, and looking past thousands of such took a tenth of the processors' time. Gives what drops them all.
 */
export async function beginRun(): Promise<() => Promise<void>> {
  const run = randomBytes(4).toString('hex')
  process.env['TEST_RUN'] = run
  await dropDatabases((name) => Date.now() - madeAt(name) > FORGOTTEN_AFTER_MS)
  return () => dropDatabases((name) => name.includes(`_${run}_`))
}

const newName = () => `${PREFIX}${Date.now()}_${process.env['TEST_RUN']}_${randomBytes(4).toString('hex')}`

const madeAt = (name: string) => Number(name.slice(PREFIX.length).split('_')[0])

/** Those of killed runs too; one of the last hour may still be going on. */
async function dropDatabases(isOver: (name: string) => boolean): Promise<void> {
  await asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)`,
      [PREFIX],
    )
    for (const { name } of rows) if (isOver(name)) await dropDatabase(owner, name)
  })
}

async function findOrMakeTemplate(owner: Client): Promise<string> {
  const name = `${TEMPLATE_PREFIX}${migrationsChecksum().slice(0, 16)}`
  const { rowCount } = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (rowCount === 1) return name

  // The name appears only when the template is finished, so a run that dies half-way spoils nothing.
  const draft = `${name}_draft`
  await dropDatabase(owner, draft)
  await createDatabase(owner, draft, 'template0')
  const pool = new Pool({ connectionString: urlOf(draft), max: 1 })
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
  await whenUnused(() => owner.query(`ALTER DATABASE ${draft} RENAME TO ${name}`))
  return name
}

async function createDatabase(owner: Client, name: string, template: string): Promise<void> {
  await whenUnused(() => owner.query(`CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`))
}

/**
 * A pool counts as ended before the server has heard of it. Whoever is put out in between fails with an error that nobody listens for
 * any more, so those that are leaving are let go first; whoever stays is put out.
 */
async function dropDatabase(owner: Client, name: string): Promise<void> {
  const inside = 'SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1'
  const deadline = Date.now() + 500
  while (Date.now() < deadline && (await owner.query(inside, [name])).rowCount === 1) await sleep(5)
  await owner.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

/** A closed connection takes the server a moment to notice; until then the database counts as in use. */
async function whenUnused(work: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || Date.now() > deadline) throw error
      await sleep(20)
    }
  }
}

async function asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: serverUrl() })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

function serverUrl(): string {
  const url = process.env['TEST_POSTGRES_URL']
  if (url === undefined)
    throw new Error(
      'No test PostgreSQL is running: start it with `setup` of tests/support/start-postgres.ts.',
    )
  return url
}

function urlOf(database: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${database}`
  return url.href
}
