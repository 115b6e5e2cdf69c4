import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { builtSandbox, builtServer } from '../scripts/built-programs.ts'
import { findFreePort } from '../scripts/free-port.ts'
import { planProduct } from '../scripts/product-plan.ts'
import { migrate } from '../server/database/migrate.ts'
import { outsideOf, type Outside } from '../tests/support/outside.ts'
import { startCountingMailbox, type CountingMailbox } from '../tests/reliability/counting-mailbox.ts'
import { writeDownTakers } from '../tests/reliability/twin-audit.ts'
import { untilReady } from './measure.ts'

export const scaleAdministrator = { email: 'keeper@example.test', password: 'midnight-garage-42' }
/** Shops beside the built-in one, for customers who are in nobody's way. */
const shops = { first: 101, count: 120, bays: 6 }

/** One process of the product; in the database it has its own name. */
export type Process = { name: string; port: number; child: ChildProcess }

/** Processes of the built product on one PostgreSQL, and the outside world. */
export type ScaleTown = {
  processes: Process[]
  pool: Pool
  mailbox: CountingMailbox
  outside: Outside
  shopIds: readonly number[]
  /** The address of the proxy before the first so many processes. */
  proxyOf(count: number): string
  /** Ends one outright and starts another in its place once `meanwhile` is over. Gives the name of the dead one. */
  replace(place: number, meanwhile: () => Promise<void>): Promise<string>
  stop(): Promise<void>
}

async function createDatabase(serverUrl: string): Promise<string> {
  const owner = new Pool({ connectionString: serverUrl, max: 1 })
  await owner.query(`create database scale template template0 encoding 'UTF8'`)
  await owner.end()
  const url = new URL(serverUrl)
  url.pathname = '/scale'
  return url.href
}

async function fill(pool: Pool): Promise<void> {
  const range = [shops.first, shops.first + shops.count - 1]
  await pool.query(
    `insert into shops (id, business_name, address, time_zone, status)
       select n, 'Auto Sports ' || n, n || ' Main St, Alhambra, CA 91801', 'America/Los_Angeles', 'approved'
       from generate_series($1::integer, $2::integer) n`,
    range,
  )
  await pool.query(
    `insert into shop_hours (shop_id, weekday, is_open, opens_at, closes_at)
       select n, weekday, weekday < 7, '09:00', '17:00'
       from generate_series($1::integer, $2::integer) n, generate_series(1, 7) weekday`,
    range,
  )
  await pool.query(
    `insert into bays (shop_id, name) select n, 'Bay ' || bay
       from generate_series($1::integer, $2::integer) n, generate_series(1, $3::integer) bay`,
    [...range, shops.bays],
  )
  await pool.query(
    `insert into bays (shop_id, name) select 5, 'Bay ' || n from generate_series(3, $1::integer) n`,
    [120],
  )
  await pool.query('analyze')
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** Starts the outside world, so many processes on a database of their own, and a proxy before the first 1, 2, 4 … of them. */
export async function openScaleTown(
  serverUrl: string,
  folder: string,
  counts: readonly number[],
): Promise<ScaleTown> {
  const databaseUrl = await createDatabase(serverUrl)
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  await migrate(pool)
  await fill(pool)
  await writeDownTakers(pool)
  const mailbox = await startCountingMailbox(5)
  const dataDir = join(folder, 'product')
  mkdirSync(dataDir, { recursive: true })
  const logFile = join(folder, 'output.log')
  const log = openSync(logFile, 'w')
  const proxyPorts = new Map<number, number>()
  for (const count of counts) proxyPorts.set(count, await findFreePort())
  const most = Math.max(...counts)
  const url = (port: number | undefined) => `http://localhost:${port}`

  // Seen from the outside world the product is one address: the proxy before all of them.
  const plan = planProduct(
    {
      PATH: process.env['PATH'],
      PORT: String(proxyPorts.get(most)),
      SANDBOX_PORT: String(await findFreePort()),
      DATA_DIR: dataDir,
      SMTP_URL: mailbox.smtpUrl,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      SANDBOX: '1',
      // Who keeps the counter charges cards without a phone at hand.
      REQUIRE_SECOND_FACTOR: 'off',
      ADMIN_EMAIL: scaleAdministrator.email,
      ADMIN_PASSWORD: scaleAdministrator.password,
    },
    await findFreePort(),
  )
  if (!plan.sandbox) throw new Error('no sandbox stands in for the outside world')
  const children: ChildProcess[] = []
  const launch = (script: string[], env: Record<string, string | undefined>): ChildProcess => {
    const child = spawn(process.execPath, script, { env, stdio: ['ignore', log, log, 'ipc'] })
    children.push(child)
    return child
  }
  launch(builtSandbox, plan.sandbox.environment)
  await untilReady(`${plan.sandbox.url}/sandbox/clock`)

  let launched = 0
  const launchServer = async (port: number): Promise<Process> => {
    launched += 1
    const name = `process-${launched}`
    const child = launch(builtServer, {
      ...plan.server,
      PORT: String(port),
      DATABASE_URL: `${databaseUrl}?application_name=${name}`,
    })
    await untilReady(`${url(port)}/readyz`).catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${(await readFile(logFile, 'utf8')).slice(-2000)}`)
    })
    return { name, port, child }
  }
  const processes: Process[] = []
  for (let place = 0; place < most; place++) processes.push(await launchServer(await findFreePort()))
  for (const [count, port] of proxyPorts) {
    const behind = processes.slice(0, count).map((process) => process.port)
    const proxy = launch(
      ['--import', 'tsx', join(import.meta.dirname, 'round-robin.ts'), String(port), behind.join()],
      { PATH: process.env['PATH'] },
    )
    await once(proxy, 'message')
  }

  return {
    processes,
    pool,
    mailbox,
    outside: outsideOf(plan.sandbox.url),
    shopIds: Array.from({ length: shops.count }, (_, index) => shops.first + index),
    proxyOf: (count) => url(proxyPorts.get(count)),
    replace: async (place, meanwhile) => {
      const dead = processes[place]
      if (!dead) throw new Error(`there is no process ${place}`)
      await end(dead.child, 'SIGKILL')
      await meanwhile()
      processes[place] = await launchServer(dead.port)
      return dead.name
    },
    stop: async () => {
      await Promise.all(processes.map(({ child }) => end(child, 'SIGTERM')))
      await Promise.all(children.map((child) => end(child, 'SIGKILL')))
      await mailbox.close()
      await pool.end()
      closeSync(log)
    },
  }
}
