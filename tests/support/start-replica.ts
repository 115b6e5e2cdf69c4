import { chmodSync, closeSync, cpSync, lchownSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '../../scripts/free-port.ts'
import { findPostgresBinaries } from '../../server/database/postgres-binaries.ts'
import { lockHolder, readPostmasterLock } from '../../server/database/postmaster-lock.ts'

const patienceMs = 60_000

/** A streaming replica of a local PostgreSQL. */
export type ReplicaServer = {
  url: string
  /** Pauses the replay, so that the replica lags; `resume` lets it catch up. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Promotes it to a primary. */
  promote(): Promise<void>
  /** Kills it; `start` resumes the replication. */
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

async function queryOnce<Row extends object>(url: string, text: string): Promise<Row | undefined> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows[0]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Polls a condition, also while the server refuses connections. */
async function pollCondition(
  url: string,
  condition: string,
  onFailure: () => Promise<unknown>,
): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await wait(10)) {
    const row = await queryOnce<{ holds: boolean }>(url, `select (${condition}) as holds`).catch(
      () => undefined,
    )
    if (row?.holds === true) return
  }
  throw new Error(`timeout waiting for: ${condition}\n${String(await onFailure())}`)
}

/** The backup's start and stop must be on one connection (PostgreSQL's manual, 26.3.3). */
async function copyCluster(primaryUrl: string, cluster: string, copy: string): Promise<void> {
  // The WAL is streamed, and the pid files belong to the primary's process.
  const isLeftOut = (path: string) =>
    /^(pg_wal|pg_replslot|pg_stat_tmp)\/|^postmaster\.(pid|opts)$/.test(
      relative(cluster, path).replaceAll('\\', '/'),
    )
  const primary = new Client({ connectionString: primaryUrl })
  await primary.connect()
  try {
    await primary.query(`select pg_backup_start('replica', fast => true)`)
    cpSync(cluster, copy, { recursive: true, filter: (path) => !isLeftOut(path) })
    const { rows } = await primary.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    await writeFile(join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await primary.end()
  }
}

/** Copies the primary's cluster folder `cluster` into `home` and starts the copy as a replica. */
export async function startReplica(
  primaryUrl: string,
  cluster: string,
  home: string,
): Promise<ReplicaServer> {
  const binaries = findPostgresBinaries()
  const copy = join(home, 'cluster')
  const logFile = join(home, 'server.log')
  mkdirSync(home)
  await copyCluster(primaryUrl, cluster, copy)
  const { hostname, port: primaryPort, username, password, pathname } = new URL(primaryUrl)
  const connection = `host=${hostname} port=${primaryPort} user=${username} password=${password}`
  await writeFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
  await writeFile(join(copy, 'standby.signal'), '')
  chmodSync(copy, 0o700)
  const { owner } = binaries
  if (owner) {
    for (const entry of ['.', ...readdirSync(home, { recursive: true, encoding: 'utf8' })])
      lchownSync(join(home, entry), owner.uid, owner.gid)
  }
  const port = await findFreePort()
  const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
  const readLog = () => readFile(logFile, 'utf8')

  const start = async (): Promise<void> => {
    const log = openSync(logFile, 'a')
    binaries
      .start('postgres', ['-D', copy, ...settings.flatMap((one) => ['-c', one]), '-c', `port=${port}`], {
        cwd: copy,
        log,
      })
      .unref()
    closeSync(log)
    await pollCondition(url, 'true', readLog)
  }
  const kill = async (): Promise<void> => {
    const lock = readPostmasterLock(copy)
    if (lock === undefined || lockHolder(lock) === 'gone') return
    process.kill(-lock.pid, 'SIGKILL')
    while (lockHolder(lock) === 'postgres') await wait(5)
  }

  await start()
  return {
    url,
    start,
    kill,
    pause: async () => {
      await queryOnce(url, 'select pg_wal_replay_pause()')
      await pollCondition(url, `pg_get_wal_replay_pause_state() = 'paused'`, readLog)
    },
    resume: async () => void (await queryOnce(url, 'select pg_wal_replay_resume()')),
    promote: async () => void (await queryOnce(url, 'select pg_promote(wait => true)')),
    remove: async () => {
      await kill()
      await rm(home, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 })
    },
  }
}

/** The settings of the bundled server. Without fsync, because a copy is disposable. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'max_connections=100',
  'shared_buffers=32MB',
  'io_method=sync',
  'jit=off',
  'timezone=UTC',
]
