import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { ClientBase, Pool } from 'pg'

import { isDeadlock, isLockTimeout } from './database-errors.ts'

type Migration = { name: string; checksum: string; sql: string }
export type Applied = { name: string; checksum: string }

const MIGRATION_LOCK = 7_310_401

/** Overrides the pool's short query timeout, which does not fit a migration. */
const migrationTimeout = { query_timeout: 16 * 60_000 }

/** The folder beside this file in the source, and beside the bundle in the build, which copies it. */
const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

/**
 * Milliseconds for which a statement of a migration may wait for a lock: traffic of the running version
 * queues behind that wait. Longer than PostgreSQL's `deadlock_timeout` of one second, after which an
 * autovacuum gives way.
 */
const lockTimeoutMs = 2_000
/** Milliseconds for which a migration is tried again that waited in vain for a lock, or met a deadlock. */
const lockRetryMs = 5 * 60_000
const firstPauseMs = 250
const longestPauseMs = 10_000

type LockRetries = { retryForMs?: number; onRetry?: (error: Error, pauseMs: number) => void }

/**
 * Applies every pending migration in one transaction, while other processes wait for it. Locks that live
 * traffic holds make it roll back and try again, up to `retryForMs`. Throws, changing nothing, when it finds
 * none by then, when an applied file was edited or when the database is ahead of this code.
 */
export async function migrate(
  pool: Pool,
  folder = MIGRATIONS_FOLDER,
  { retryForMs = lockRetryMs, onRetry = () => undefined }: LockRetries = {},
): Promise<{ applied: string[] }> {
  let giveUpAt: number | null = null
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await migrateOnce(pool, readMigrations(folder))
    } catch (error) {
      if (!(error instanceof Error) || !isLockConflict(error)) throw error
      giveUpAt ??= performance.now() + retryForMs
      if (performance.now() + pauseMs > giveUpAt) throw noLockFound(error, retryForMs)
      onRetry(error, pauseMs)
      await wait(pauseMs)
    }
  }
}

/** Whether a lock is the reason of an error, which may be wrapped. */
function isLockConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return isDeadlock(error) || isLockTimeout(error) || isLockConflict(error.cause)
}

function noLockFound(error: Error, retryForMs: number): Error {
  return new Error(
    `Other transactions held locks on the tables for ${retryForMs / 1000} seconds. Nothing was changed. ` +
      `End long transactions (pg_stat_activity lists them) and start again. ${error.message}`,
    { cause: error.cause },
  )
}

async function migrateOnce(pool: Pool, migrations: readonly Migration[]): Promise<{ applied: string[] }> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // The wait for another process that migrates is bounded by the statement timeout alone.
    await client.query(`SET LOCAL statement_timeout = '15min'; SET LOCAL lock_timeout = 0`)
    const applied = await applyMigrations(client, migrations, { lockTimeoutMs })
    await client.query('COMMIT')
    client.release()
    return { applied }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    client.release(true)
    throw error
  }
}

/**
 * Applies the pending ones of the given migrations in the caller's transaction, while other processes wait
 * for its end. Returns their names. The `cause` of a failed migration is the database's error.
 */
export async function applyMigrations(
  client: ClientBase,
  migrations: readonly Migration[] = readMigrations(MIGRATIONS_FOLDER),
  { lockTimeoutMs: timeoutMs }: { lockTimeoutMs?: number } = {},
): Promise<string[]> {
  await client.query({
    ...migrationTimeout,
    text: 'SELECT pg_advisory_xact_lock($1)',
    values: [MIGRATION_LOCK],
  })
  if (timeoutMs !== undefined) await client.query(`SET LOCAL lock_timeout = ${timeoutMs}`)
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  )
  const { rows } = await client.query<Applied>('SELECT name, checksum FROM schema_migrations')
  const pending = findPending(migrations, rows)
  for (const { name, checksum, sql } of pending) {
    try {
      await client.query({ ...migrationTimeout, text: sql })
      await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    } catch (error) {
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
    }
  }
  return pending.map(({ name }) => name)
}

/**
 * Resolves the migrations that a backup lists; null if this version of the code does not know one of them
 * unchanged.
 */
export function findMigrations(had: readonly Applied[], folder = MIGRATIONS_FOLDER): Migration[] | null {
  const known = readMigrations(folder).slice(0, had.length)
  const isKnown = had.every(
    ({ name, checksum }, place) => known[place]?.name === name && known[place].checksum === checksum,
  )
  return isKnown ? known : null
}

/**
 * Returns the names of migrations that the database lacks; an empty list means that this code can work on it.
 * A database ahead of the code lacks none: migrations only add, and remove nothing that the version before
 * them uses.
 */
export async function pendingMigrations(pool: Pool, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const { rows: found } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS exists`,
  )
  const { rows } =
    found[0]?.exists === true
      ? await pool.query<Applied>('SELECT name, checksum FROM schema_migrations')
      : { rows: [] }
  const migrations = readMigrations(folder)
  const known = rows.filter(({ name }) => migrations.some((migration) => migration.name === name))
  return findPending(migrations, known).map((migration) => migration.name)
}

/** One digest over all migrations: an equal digest means an equal schema. */
export function migrationsChecksum(folder = MIGRATIONS_FOLDER): string {
  return digest(
    readMigrations(folder)
      .map(({ name, checksum }) => `${name} ${checksum}`)
      .join('\n'),
  )
}

function findPending(migrations: readonly Migration[], applied: Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = known.get(name)
    if (migration === undefined)
      throw new Error(`The database has the migration ${name}, which this version of the code does not know.`)
    if (migration.checksum !== checksum)
      throw new Error(`The migration ${name} was changed after it had been applied. Add a new one instead.`)
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

const cache = new Map<string, Migration[]>()

function readMigrations(folder: string): Migration[] {
  const cached = cache.get(folder)
  if (cached !== undefined) return cached

  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  const numbers = new Set<string>()
  const migrations = files.map((file) => {
    const number = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(file)?.[1]
    if (number === undefined) throw new Error(`The migration ${file} is not named NNN-description.sql.`)
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`)
    numbers.add(number)
    // A checkout on Windows may convert line ends; that is not a change.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return { name: file.slice(0, -'.sql'.length), checksum: digest(sql), sql }
  })
  cache.set(folder, migrations)
  return migrations
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
