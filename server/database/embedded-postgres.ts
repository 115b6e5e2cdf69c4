import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { findPostgresBinaries } from './postgres-binaries.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { lockHolder, readPostmasterLock, removeStaleLock } from './postmaster-lock.ts'

const USER = 'dashfit'
const START_TIMEOUT_MS = 30_000
const RECOVERY_TIMEOUT_MS = 300_000
const STOP_TIMEOUT_MS = 60_000
const REUSED_PID_TIMEOUT_MS = 2_000
const LOG_LIMIT_BYTES = 5_000_000

/**
 * Every process that uses the server holds this advisory lock in shared mode, on its own connection. The last
 * process can take it exclusively and may stop the server. PostgreSQL releases the lock when a process dies.
 */
const PRESENCE_LOCK = 7_310_402

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

type Options = { dataDir: string; onError?: (error: Error) => void }
type Folder = { home: string; cluster: string; password: string }
type Presence = { client: Client; port: number }

/**
 * Starts PostgreSQL on `dataDir`/postgres, or joins the server already running there, and restarts it after a
 * crash. The server outlives a killed process; the last process that calls `stop` stops it.
 */
export async function startEmbeddedPostgres({ dataDir, onError }: Options): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries()
  const folder = await openFolder(binaries, resolve(dataDir, 'postgres'))
  let presence = await enterServer(binaries, folder)
  const { port } = presence
  const state = { stopping: false }
  let revival: Promise<void> | undefined

  async function revive() {
    while (!state.stopping) {
      try {
        presence = await enterServer(binaries, folder, port)
        return watch()
      } catch (error) {
        onError?.(error as Error)
        await sleep(1000)
      }
    }
  }
  function watch() {
    presence.client.once('end', () => {
      if (!state.stopping) revival = revive()
    })
  }
  watch()

  return {
    url: `postgres://${USER}:${folder.password}@127.0.0.1:${port}/postgres`,
    async stop() {
      if (state.stopping) return
      state.stopping = true
      await revival
      await leaveServer(binaries, folder, presence.client)
    },
  }
}

async function openFolder(binaries: PostgresBinaries, home: string): Promise<Folder> {
  if (!existsSync(join(home, 'password'))) await createFolder(binaries, home)
  changeOwner(binaries.owner, home)
  return {
    home,
    cluster: join(home, 'cluster'),
    password: readFileSync(join(home, 'password'), 'utf8').trim(),
  }
}

/**
 * Built aside and renamed as a whole: of two first starters one wins, and the other finds a finished folder.
 */
async function createFolder(binaries: PostgresBinaries, home: string): Promise<void> {
  const draft = `${home}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  mkdirSync(dirname(home), { recursive: true })
  mkdirSync(draft, { mode: 0o700 })
  try {
    writeFileSync(join(draft, 'password'), randomBytes(24).toString('hex'), { mode: 0o600 })
    writeFileSync(join(draft, 'port'), String(await freePort()), { mode: 0o600 })
    changeOwner(binaries.owner, draft)
    await binaries.run(
      'initdb',
      [
        `--pgdata=${join(draft, 'cluster')}`,
        `--username=${USER}`,
        `--pwfile=${join(draft, 'password')}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { cwd: draft },
    )
    renameSync(draft, home)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(join(home, 'password'))) throw error
  }
}

/**
 * Files made under one account (root without namespaces, for example) must change owner when the next start
 * uses another.
 */
function changeOwner(owner: PostgresBinaries['owner'], folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = owner ?? { uid: 0, gid: 0 }
  if (statSync(folder).uid === uid) return
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid)
  chownSync(folder, uid, gid)
}

async function enterServer(
  binaries: PostgresBinaries,
  folder: Folder,
  requiredPort?: number,
): Promise<Presence> {
  const beginning = Date.now()
  let deadline = beginning + START_TIMEOUT_MS
  let reusedPidSince: number | undefined
  let failures = 0
  let attempt: StartAttempt | undefined

  while (Date.now() < deadline) {
    const lock = readPostmasterLock(folder.cluster)
    const holder = lock === undefined ? 'gone' : lockHolder(lock)

    if (lock?.port !== undefined && holder !== 'gone') {
      const answer = await connectTo(folder, lock.port)
      if (typeof answer === 'object') return { client: answer, port: lock.port }
      if (answer === 'recovering')
        deadline = Math.min(Date.now() + START_TIMEOUT_MS, beginning + RECOVERY_TIMEOUT_MS)
    }

    if (attempt?.failure !== undefined) {
      // Losing to another starter, or to a predecessor that is still stopping, is not a failure.
      if (!/lock file|shared memory block/.test(attempt.failure)) failures += 1
      if (failures >= 5) break
      attempt = undefined
      await sleep(100)
    } else if (attempt === undefined && holder === 'gone') {
      attempt = await startServer(binaries, folder, requiredPort)
    } else if (attempt === undefined && lock !== undefined && holder === 'other') {
      reusedPidSince ??= Date.now()
      if (Date.now() - reusedPidSince > REUSED_PID_TIMEOUT_MS) removeStaleLock(folder.cluster, lock)
    }
    await sleep(15)
  }
  throw new Error(
    `The bundled PostgreSQL in ${folder.home} does not start: ${attempt?.failure ?? lastLines(folder.home)}`,
  )
}

/** Taking the lock waits while the last process stops the server, and fails once it has stopped. */
async function connectTo(folder: Folder, port: number): Promise<Client | 'recovering' | 'refused'> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: USER,
    password: folder.password,
    database: 'postgres',
    application_name: 'dashfit presence',
    connectionTimeoutMillis: 5000,
  })
  // Without a listener a dropped connection would end the process. The 'end' event follows and is handled.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    return (error as { code?: string }).code === '57P03' ? 'recovering' : 'refused'
  }
}

type StartAttempt = { failure: string | undefined }

async function startServer(
  binaries: PostgresBinaries,
  folder: Folder,
  requiredPort: number | undefined,
): Promise<StartAttempt> {
  const port = requiredPort ?? (await choosePort(folder.home))
  const logFile = join(folder.home, 'server.log')
  const isFull = existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES
  const log = openSync(logFile, isFull ? 'w' : 'a', 0o600)
  const settings = Object.entries({ ...SETTINGS, port: String(port) })
  const child = binaries.start(
    'postgres',
    ['-D', folder.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: folder.cluster, log },
  )
  closeSync(log)
  child.unref()

  const attempt: StartAttempt = { failure: undefined }
  child.once('error', (error) => (attempt.failure = error.message))
  child.once('exit', () => (attempt.failure ??= lastLines(folder.home)))
  return attempt
}

async function leaveServer(binaries: PostgresBinaries, folder: Folder, client: Client): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [PRESENCE_LOCK])
    const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [
      PRESENCE_LOCK,
    ])
    if (rows[0]?.last === true) await stopServer(binaries, folder)
  } catch (error) {
    // A server that has already exited needs no stop.
    const lock = readPostmasterLock(folder.cluster)
    if (lock !== undefined && lockHolder(lock) === 'postgres') throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** pg_ctl must not wait: it could wait for a server that another process starts at the same moment. */
async function stopServer(binaries: PostgresBinaries, { cluster }: Folder): Promise<void> {
  const lock = readPostmasterLock(cluster)
  if (lock === undefined) return
  await binaries.run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-W'], { cwd: cluster })

  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (readPostmasterLock(cluster)?.pid === lock.pid && lockHolder(lock) === 'postgres') {
    if (Date.now() > deadline) throw new Error(`The bundled PostgreSQL in ${cluster} does not stop.`)
    await sleep(10)
  }
}

async function choosePort(home: string): Promise<number> {
  const file = join(home, 'port')
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (kept > 0 && (await freePort(kept)) === kept) return kept
  const port = await freePort()
  writeFileSync(file, String(port), { mode: 0o600 })
  return port
}

/**
 * Returns the requested port if it is free on the loopback interface, else 0. Without a request: any free
 * port.
 */
function freePort(asked = 0): Promise<number> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(0))
    probe.listen({ port: asked, host: '127.0.0.1' }, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function lastLines(home: string): string {
  const file = join(home, 'server.log')
  if (!existsSync(file)) return 'it left no log'
  return readFileSync(file, 'utf8').trim().split('\n').slice(-4).join(' | ')
}
