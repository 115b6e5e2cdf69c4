import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { builtServer } from '../scripts/built-programs.ts'
import { findFreePort } from '../scripts/free-port.ts'
import { raisedLimits } from '../tests/support/raised-limits.ts'
import type { Bench } from './bench.ts'

/** A server process that answers on its URL. */
export type Server = { url: string; pid: number; close(): void }
type Environment = Record<string, string>

const administrator = { email: 'bench@example.test', password: 'midnight-garage-42' }
const sessionSecret = randomBytes(32).toString('hex')
const payoutKey = randomBytes(32).toString('base64')

async function runAsOwner(bench: Bench, statement: string): Promise<void> {
  const client = new Client({ connectionString: bench.postgresUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/**
 * A new database with every table, a copy of one that a start of the product migrated. Its pool is closed
 * with the run.
 */
export async function createDatabase(bench: Bench, name: string) {
  const urlOf = (database: string) => Object.assign(new URL(bench.postgresUrl), { pathname: database }).href
  await bench.once('migrated database', async () => {
    await runAsOwner(bench, 'create database migrated')
    const server = await startProduct(bench, urlOf('migrated'))
    return { close: () => undefined, server: server.close() }
  })
  await runAsOwner(bench, `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'migrated'`)
  await runAsOwner(bench, `create database ${name} template migrated`)
  const databaseUrl = urlOf(name)
  const { pool } = await bench.once(`pool of ${name}`, async () => {
    const pool = new Pool({ connectionString: databaseUrl, max: 2 })
    return { pool, close: () => pool.end() }
  })
  return { databaseUrl, pool }
}

/** Starts a process and waits until /readyz answers with success. */
async function start(bench: Bench, args: readonly string[], environment: Environment): Promise<Server> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const logFile = join(await bench.makeFolder('logs'), `${port}.log`)
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: url,
      ...environment,
    },
    // The IPC channel ends the server when this process is killed.
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  // The database is thrown away with the run, so no server needs time to end in order.
  const close = () => void child.kill('SIGKILL')
  await bench.once(`server on ${port}`, async () => ({ close }))
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && child.exitCode === null;) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    await response?.text()
    if (response?.ok) return { url, pid: child.pid ?? 0, close }
    await sleep(5)
  }
  close()
  throw new Error(`${args.join(' ')} does not get ready, see ${logFile}`)
}

/** Starts the built product as in production. */
export async function startProduct(bench: Bench, databaseUrl: string, environment: Environment = {}) {
  return start(bench, builtServer, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: await bench.makeFolder('data'),
    SESSION_SECRET: sessionSecret,
    PAYOUT_KEY: payoutKey,
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    STRIPE_API_URL: bench.provider.url,
    STRIPE_SCRIPT_URL: `${bench.provider.url}/card-script`,
    SMTP_URL: bench.provider.smtpUrl,
    MAIL_FROM: 'Dashfit <bench@example.test>',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    REQUIRE_SECOND_FACTOR: 'off',
    ...raisedLimits,
    ...environment,
  })
}

/**
 * Starts the floor: a bare fastify + pg server. `page` is the file of a document that it serves at `/page`.
 */
export function startBareServer(bench: Bench, databaseUrl: string, page = ''): Promise<Server> {
  const script = join(import.meta.dirname, 'bare-server.ts')
  return start(bench, [script], { DATABASE_URL: databaseUrl, PAGE: page })
}

/** Opens a session and answers its Cookie header. */
async function openSession({ url }: Server, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const lines = response.headers.getSetCookie()
  return lines.map((line) => line.slice(0, line.indexOf(';'))).join('; ')
}

export const signInAdministrator = (server: Server) => openSession(server, 'sign-in/email', administrator)

export const signUpCustomer = (server: Server, email: string) =>
  openSession(server, 'sign-up/email', { ...administrator, name: 'Casey Rivera', email })
