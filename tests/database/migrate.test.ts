import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { migrate, pendingMigrations } from '../../server/database/migrate.ts'
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
