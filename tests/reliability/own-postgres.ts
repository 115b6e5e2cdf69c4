import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { findPostgresBinaries } from '../../server/database/postgres-binaries.ts'
import { lockHolder, readPostmasterLock } from '../../server/database/postmaster-lock.ts'

const timeoutMs = 60_000

/** A PostgreSQL that only the test manages. */
export type OwnPostgres = {
  url: string
  /**
   * A data folder of the product's layout: a server that gets it without an address runs this database by
   * itself.
   */
  dataDir: string
  /** Starts it. Returns the time of its first answer, by `performance.now()`. */
  start(): Promise<number>
  /** Waits until it answers queries, whichever process started it. */
  whenUp(): Promise<number>
  /** A fast shutdown, as by an operator who restarts it; resolves when it has ended. */
  stopFast(): Promise<void>
  /** Kills the main process alone. */
  killMain(): Promise<void>
  /** Kills one backend: PostgreSQL then drops all other connections and recovers. */
  killBackend(): Promise<void>
  /** Freezes every process, like a machine that hangs; `resume` lets them go on. */
  pause(): Promise<void>
  resume(): void
  remove(): Promise<void>
}

export async function createOwnPostgres(): Promise<OwnPostgres> {
  const binaries = findPostgresBinaries()
  const dataDir = await mkdtemp(join(tmpdir(), 'dashfit-own-postgres-'))
  const home = join(dataDir, 'postgres')
  const cluster = join(home, 'cluster')
  const first = await startEmbeddedPostgres({ dataDir })
  const { url } = first
  await first.stop()
  const port = new URL(url).port

  const answers = async (): Promise<boolean> => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const whenUp = async (): Promise<number> => {
    for (const until = Date.now() + timeoutMs; Date.now() < until; await wait(5))
      if (await answers()) return performance.now()
    throw new Error(
      `PostgreSQL does not answer: ${readFileSync(join(home, 'server.log'), 'utf8').slice(-2000)}`,
    )
  }
  const main = (): number => {
    const lock = readPostmasterLock(cluster)
    if (lock === undefined || lockHolder(lock) === 'gone') throw new Error('PostgreSQL does not run')
    return lock.pid
  }
  const isGone = (pid: number): boolean => {
    try {
      process.kill(pid, 0)
      return false
    } catch {
      return true
    }
  }
  const whenGone = async (pid: number): Promise<void> => {
    for (const until = Date.now() + timeoutMs; !isGone(pid); await wait(5))
      if (Date.now() > until) throw new Error('PostgreSQL does not end')
  }

  let paused: number[] = []
  const signalPaused = (signal: NodeJS.Signals): void => {
    for (const pid of paused) if (!isGone(pid)) process.kill(pid, signal)
  }

  return {
    url,
    dataDir,
    whenUp,
    start: async () => {
      const log = openSync(join(home, 'server.log'), 'a')
      // A killed predecessor's resources are released within moments; until then a start fails.
      let child: ReturnType<typeof binaries.start> | undefined
      for (const until = Date.now() + timeoutMs; Date.now() < until; await wait(10)) {
        if (child === undefined || child.exitCode !== null) {
          child = binaries.start(
            'postgres',
            ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting]), '-c', `port=${port}`],
            { cwd: cluster, log },
          )
          child.unref()
        }
        if (await answers()) break
      }
      closeSync(log)
      return whenUp()
    },
    stopFast: async () => {
      const pid = main()
      await binaries.run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-W'], { cwd: cluster })
      await whenGone(pid)
    },
    killMain: async () => {
      const pid = main()
      process.kill(pid, 'SIGKILL')
      await whenGone(pid)
    },
    killBackend: async () => {
      const client = new Client({ connectionString: url })
      client.on('error', () => undefined)
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'dashfit' order by state = 'active' desc, pid limit 1`,
      )
      const dropped = new Promise((resolve) => void client.once('end', () => resolve(undefined)))
      process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL')
      await dropped
    },
    pause: async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      )
      await client.end()
      paused = [main(), ...rows.map(({ pid }) => pid)]
      signalPaused('SIGSTOP')
    },
    resume: () => signalPaused('SIGCONT'),
    remove: async () => {
      const lock = readPostmasterLock(cluster)
      if (lock !== undefined && lockHolder(lock) !== 'gone') {
        process.kill(-lock.pid, 'SIGKILL')
        await whenGone(lock.pid)
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 })
    },
  }
}

/** The settings of the bundled PostgreSQL, where they matter. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'max_connections=100',
  'shared_buffers=64MB',
  'io_method=sync',
  'jit=off',
  'timezone=UTC',
]
