import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { migrate, pendingMigrations } from '../../server/database/migrate.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

let folder: string
let databaseUrl: string
let pools: Pool[]

beforeEach(async () => {
  folder = migrationsFolder({
    '001-people.sql': 'CREATE TABLE people (id int PRIMARY KEY); SELECT pg_sleep(0.1);',
    '002-names.sql': 'ALTER TABLE people ADD COLUMN name text;',
  })
  databaseUrl = await createEmptyDatabase()
  pools = []
})

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  rmSync(folder, { recursive: true })
})

function migrationsFolder(files: Record<string, string>): string {
  const made = mkdtempSync(join(tmpdir(), 'dashfit-migrations-'))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(made, name), sql)
  return made
}

function openPool(): Pool {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  pools.push(pool)
  return pool
}

async function columnsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'people' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

test('four concurrent processes apply each migration once', async () => {
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(openPool(), folder)))

  expect(results.flatMap(({ applied }) => applied)).toEqual(['001-people', '002-names'])
  expect(await columnsOf(openPool())).toEqual(['id', 'name'])
})

test('pending migrations are listed before a migration, and none after it', async () => {
  const pool = openPool()
  expect(await pendingMigrations(pool, folder)).toEqual(['001-people', '002-names'])
  await migrate(pool, folder)
  expect(await pendingMigrations(pool, folder)).toEqual([])
})

test('a failed migration rolls the whole batch back', async () => {
  const broken = migrationsFolder({
    '001-people.sql': 'CREATE TABLE people (id int PRIMARY KEY);',
    '002-typo.sql': 'ALTER TABEL people ADD COLUMN name text;',
  })
  const pool = openPool()
  await expect(migrate(pool, broken)).rejects.toThrow('Migration 002-typo failed')
  expect(await columnsOf(pool)).toEqual([])
  rmSync(broken, { recursive: true })
})

test('an applied migration that was changed is refused', async () => {
  const pool = openPool()
  await migrate(pool, folder)
  const changed = migrationsFolder({
    '001-people.sql': 'CREATE TABLE people (id bigint PRIMARY KEY);',
    '002-names.sql': 'ALTER TABLE people ADD COLUMN name text;',
  })
  await expect(migrate(pool, changed)).rejects.toThrow('001-people was changed after it had been applied')
  await expect(pendingMigrations(pool, changed)).rejects.toThrow('001-people was changed')
  rmSync(changed, { recursive: true })
})

test('a database ahead of the code refuses a new process and serves running ones', async () => {
  const pool = openPool()
  await migrate(pool, folder)
  const older = migrationsFolder({
    '001-people.sql': 'CREATE TABLE people (id int PRIMARY KEY); SELECT pg_sleep(0.1);',
  })
  await expect(migrate(pool, older)).rejects.toThrow(
    '002-names, which this version of the code does not know',
  )
  expect(await pendingMigrations(pool, older)).toEqual([])
  rmSync(older, { recursive: true })
})

/** Applies the two migrations, and returns a folder whose third one needs an exclusive lock of `people`. */
async function withThirdMigration(pool: Pool, sql = ''): Promise<string> {
  await pool.query('CREATE TABLE cars (id int)')
  await migrate(pool, folder)
  return migrationsFolder({
    '001-people.sql': 'CREATE TABLE people (id int PRIMARY KEY); SELECT pg_sleep(0.1);',
    '002-names.sql': 'ALTER TABLE people ADD COLUMN name text;',
    '003-ages.sql': `ALTER TABLE people ADD COLUMN age int; ${sql}`,
  })
}

/** Reads the table again and again until `isOver`. Returns the milliseconds of the slowest read. */
async function slowestRead(pool: Pool, isOver: () => boolean): Promise<number> {
  let slowest = 0
  while (!isOver()) {
    const began = performance.now()
    await pool.query('SELECT count(*) FROM people')
    slowest = Math.max(slowest, performance.now() - began)
    await wait(20)
  }
  return slowest
}

test('a lock of live traffic delays a migration, and its wait delays that traffic for the lock timeout only', async () => {
  const [pool, traffic] = [openPool(), openPool()]
  const newer = await withThirdMigration(pool)
  const retried: Error[] = []
  let isOver = false
  const reads = await duringTransaction(openPool(), async (holder) => {
    await holder.query('SELECT count(*) FROM people')
    const migrating = migrate(pool, newer, { onRetry: (error) => retried.push(error) })
    const reading = slowestRead(traffic, () => isOver)
    await expect.poll(() => retried.length, { timeout: 10_000 }).toBe(1)
    await holder.query('COMMIT')
    expect((await migrating).applied).toEqual(['003-ages'])
    isOver = true
    return reading
  })
  expect(retried).toMatchObject([{ cause: { code: '55P03' } }])
  expect(reads).toBeGreaterThan(1_000)
  expect(reads).toBeLessThan(3_500)
  expect(await columnsOf(pool)).toEqual(['age', 'id', 'name'])
  rmSync(newer, { recursive: true })
}, 20_000)

test('a migration that finds no lock says so and changes nothing', async () => {
  const pool = openPool()
  const newer = await withThirdMigration(pool)
  await duringTransaction(openPool(), async (holder) => {
    await holder.query('SELECT count(*) FROM people')
    await expect(migrate(pool, newer, { retryForMs: 400 })).rejects.toThrow(
      /^Other transactions held locks on the tables for 0\.4 seconds\. Nothing was changed\..*003-ages failed/s,
    )
    expect(await columnsOf(pool)).toEqual(['id', 'name'])
  })
  expect(await pendingMigrations(pool, newer)).toEqual(['003-ages'])
  rmSync(newer, { recursive: true })
}, 20_000)

test('a migration in a deadlock with live traffic rolls back and is tried again', async () => {
  const pool = openPool()
  const newer = await withThirdMigration(pool, 'ALTER TABLE cars ADD COLUMN owner int;')
  const retried: Error[] = []
  await duringTransaction(openPool(), async (holder) => {
    await holder.query('SELECT count(*) FROM cars')
    const migrating = migrate(pool, newer, { onRetry: (error) => retried.push(error) })
    await expect.poll(() => countLockWaits(pool)).toBe(1)
    // Waits for the migration, which waits for this transaction.
    await holder.query('SELECT count(*) FROM people')
    await holder.query('COMMIT')
    expect((await migrating).applied).toEqual(['003-ages'])
  })
  expect(retried).toMatchObject([{ cause: { code: '40P01' } }])
  rmSync(newer, { recursive: true })
}, 20_000)

test('a second process waits for a long migration of the first', async () => {
  const slow = migrationsFolder({ '001-slow.sql': 'CREATE TABLE people (id int); SELECT pg_sleep(2.6);' })
  const retried: Error[] = []
  const results = await Promise.all(
    [1, 2].map(() => migrate(openPool(), slow, { onRetry: (error) => retried.push(error) })),
  )
  expect(results.flatMap(({ applied }) => applied)).toEqual(['001-slow'])
  expect(retried).toEqual([])
  rmSync(slow, { recursive: true })
}, 20_000)
