import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { readPostmasterLock } from '../../server/database/postmaster-lock.ts'

const CRASH_CYCLES = Number(process.env['CRASH_CYCLES'] ?? 3)

let dataDir: string
let holders: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dashfit-postgres-'))
  holders = []
})

afterEach(async () => {
  await Promise.all(holders.map((holder) => leave(holder)))
  const left = postmaster()
  if (left !== undefined) process.kill(left.pid, 'SIGQUIT')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

const cluster = () => join(dataDir, 'postgres', 'cluster')
const postmaster = () => readPostmasterLock(cluster())

async function holdInAnotherProcess(): Promise<{ holder: ChildProcess; url: string }> {
  const script = join(import.meta.dirname, '../support/hold-postgres.ts')
  const holder = spawn(process.execPath, [script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  holders.push(holder)
  if (holder.stdout === null) throw new Error('no output to read')
  const [line] = (await once(holder.stdout, 'data')) as [Buffer]
  return { holder, url: line.toString().trim() }
}

async function leave(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return
  holder.stdin?.end()
  await once(holder, 'exit')
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

test('two processes that start at once on a fresh folder share one server, and the last one out stops it', async () => {
  const [first, second] = await Promise.all([holdInAnotherProcess(), holdInAnotherProcess()])
  expect(first.url).toBe(second.url)

  await leave(first.holder)
  expect(await ask(second.url, 'SELECT 1 + 1 AS answer')).toBe(2)

  await leave(second.holder)
  expect(postmaster()).toBeUndefined()
})

test('a server that outlived its killed starter is joined, with its data', async () => {
  const { holder, url } = await holdInAnotherProcess()
  await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const before = postmaster()
  holder.kill('SIGKILL')
  await once(holder, 'exit')

  const server = await startEmbeddedPostgres({ dataDir })
  expect(postmaster()).toEqual(before)
  expect(await ask(server.url, 'SELECT answer FROM kept')).toBe(42)
  await server.stop()
  expect(postmaster()).toBeUndefined()
})

test('those who stop and start at the same moment never lose their server', async () => {
  let server = await startEmbeddedPostgres({ dataDir })
  for (let round = 0; round < 5; round += 1) {
    const [next] = await Promise.all([startEmbeddedPostgres({ dataDir }), server.stop()])
    expect(await ask(next.url, 'SELECT 1 + 1 AS answer')).toBe(2)
    server = next
  }
  await server.stop()
})

test('only the owner can read the password, and only this machine can connect', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600)
  expect(await ask(server.url, `SELECT current_setting('listen_addresses') AS answer`)).toBe('127.0.0.1')
  await expect(ask(server.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/)
  await server.stop()
})

test('a lock left by a dead server, whose process id another program has now, does not stop the next start', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  const lock = postmaster()
  await first.stop()
  writeFileSync(join(cluster(), 'postmaster.pid'), (lock?.text ?? '').replace(/^\d+/, String(process.pid)))

  const second = await startEmbeddedPostgres({ dataDir })
  expect(await ask(second.url, 'SELECT 1 + 1 AS answer')).toBe(2)
  await second.stop()
})

test(
  `after ${CRASH_CYCLES} kills of the server under load, every acknowledged row is there`,
  async () => {
    const server = await startEmbeddedPostgres({ dataDir })
    await ask(server.url, 'CREATE TABLE written (id int PRIMARY KEY)')
    let acknowledged = 0

    for (let cycle = 0; cycle < CRASH_CYCLES; cycle += 1) {
      const writer = new Client({ connectionString: server.url })
      writer.on('error', () => {})
      await writer.connect()
      const killAt = acknowledged + 200
      for (let next = acknowledged + 1; ; next += 1) {
        // The row in flight at the crash may or may not be there; only what was answered counts.
        const written = await writer
          .query('INSERT INTO written VALUES ($1) ON CONFLICT DO NOTHING', [next])
          .then(
            () => true,
            () => false,
          )
        if (!written) break
        acknowledged = next
        const victim = next === killAt ? postmaster()?.pid : undefined
        if (victim !== undefined) process.kill(cycle % 2 === 0 ? victim : -victim, 'SIGKILL')
      }
      await writer.end().catch(() => {})
      const found = await whenBack(() =>
        ask(server.url, `SELECT count(*)::int AS answer FROM written WHERE id <= ${acknowledged}`),
      )
      expect(found).toBe(acknowledged)
    }
    expect(acknowledged).toBeGreaterThanOrEqual(200 * CRASH_CYCLES)
    await server.stop()
  },
  30_000 + CRASH_CYCLES * 10_000,
)

/** The launcher brings a killed server back by itself; until then connections are refused. */
async function whenBack<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}
