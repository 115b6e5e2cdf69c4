import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client, Pool } from 'pg'

import { migrate, migrationsChecksum } from '../../server/database/migrate.ts'
import { connectDatabase, type Database } from '../../server/database/open-database.ts'

const PREFIX = 'dashfit_test_'
const TEMPLATE_PREFIX = 'dashfit_template_'
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000

/**
 * PostgreSQL allows no other connection to a template during a copy, so a lock makes copies one at a time.
 */
const COPY_LOCK = 7_310_403

/**
 * Creates a migrated, empty database for one test file and returns its URL. A copy of the template takes 0.1
 * s. It is dropped when the run ends.
 */
export async function createTestDatabase(): Promise<string> {
  const name = newName()
  await asOwner(async (owner) => {
    await owner.query('SELECT pg_advisory_lock($1)', [COPY_LOCK])
    const template = await findOrMakeTemplate(owner)
    await createDatabase(owner, name, template)
  })
  return urlOf(name)
}

/** Opens a new test database with two connections. */
export async function openTestDatabase(): Promise<Database> {
  return connectDatabase(await createTestDatabase(), { poolSize: 2, onError: () => undefined })
}

/**
 * Creates a database without tables, for migration tests, and returns its URL. It is dropped when the run
 * ends.
 */
export async function createEmptyDatabase(): Promise<string> {
  const name = newName()
  await asOwner((owner) => createDatabase(owner, name, 'template0'))
  return urlOf(name)
}

/**
 * Begins a run and returns a function that drops its databases. The processes of the run name their databases
 * after it and do not drop them: an ext4 without a journal does not reuse the inode of a deleted file for
 * minutes, and skipping thousands of them took a tenth of the CPU time.
 */
export async function beginRun(): Promise<() => Promise<void>> {
  const run = randomBytes(4).toString('hex')
  process.env['TEST_RUN'] = run
  await dropDatabases((name) => Date.now() - madeAt(name) > FORGOTTEN_AFTER_MS)
  return () => dropDatabases((name) => name.includes(`_${run}_`))
}

const newName = () => `${PREFIX}${Date.now()}_${process.env['TEST_RUN']}_${randomBytes(4).toString('hex')}`

const madeAt = (name: string) => Number(name.slice(PREFIX.length).split('_')[0])

/** Includes databases of killed runs. A run of the last hour may still be active. */
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

  // The template gets its name when it is complete, so an aborted run leaves no broken template.
  const draft = `${name}_draft`
  await dropDatabase(owner, draft)
  await createDatabase(owner, draft, 'template0')
  const pool = new Pool({ connectionString: urlOf(draft), max: 1 })
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
  await retryWhileInUse(() => owner.query(`ALTER DATABASE ${draft} RENAME TO ${name}`))
  return name
}

async function createDatabase(owner: Client, name: string, template: string): Promise<void> {
  await retryWhileInUse(() => owner.query(`CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`))
}

/**
 * A pool ends before the server has closed its connections. A connection that is terminated meanwhile emits
 * an error without a listener, so closing connections get 500 ms. The rest are terminated.
 */
async function dropDatabase(owner: Client, name: string): Promise<void> {
  const inside = 'SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1'
  const deadline = Date.now() + 500
  while (Date.now() < deadline && (await owner.query(inside, [name])).rowCount === 1) await sleep(5)
  await owner.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

/** Retries while the database is in use: the server notices a closed connection with a delay. */
async function retryWhileInUse(work: () => Promise<unknown>): Promise<void> {
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
