import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Pool } from 'pg'
import { builtServer } from '../scripts/built-programs.ts'
import { findFreePort } from '../scripts/free-port.ts'
import { migrate } from '../server/database/migrate.ts'
import type { Bench } from './bench.ts'
import { startChild, type Child } from './child.ts'
import { untilReady } from './measure.ts'
import type { Outside } from './outside.ts'

/** The same for all processes of a run: several of them may share a database. */
const secrets = {
  SESSION_SECRET: randomBytes(32).toString('hex'),
  PAYOUT_KEY: randomBytes(32).toString('base64'),
}

export const administrator = { email: 'bench@example.test', password: 'midnight-garage-42' }

/** Runs a statement as the owner of the run's server. */
async function asOwner(bench: Bench, statement: string): Promise<void> {
  const owner = new Pool({ connectionString: await bench.postgres(), max: 1 })
  await owner.query(statement)
  await owner.end()
}

async function addressOf(bench: Bench, name: string): Promise<string> {
  const url = new URL(await bench.postgres())
  url.pathname = `/${name}`
  return url.href
}

/** A database with every table and nothing in them, which all others of the run are copies of: made once, as it takes a second. */
function openTemplate(bench: Bench): Promise<{ name: string; close(): Promise<void> }> {
  const name = 'template_of_all'
  return bench.once(name, async () => {
    await asOwner(bench, `create database ${name} template template0 encoding 'UTF8'`)
    const pool = new Pool({ connectionString: await addressOf(bench, name), max: 1 })
    await migrate(pool)
    await pool.end()
    return { name, close: () => Promise.resolve() }
  })
}

/** The address of an empty database of that name on the run's server, with every table. */
export async function createDatabase(bench: Bench, name: string): Promise<string> {
  const template = await openTemplate(bench)
  await asOwner(bench, `create database ${name} template ${template.name}`)
  return addressOf(bench, name)
}

export async function dropDatabase(bench: Bench, name: string): Promise<void> {
  await asOwner(bench, `drop database ${name} with (force)`)
}

type Given = { name: string; databaseUrl: string; outside: Outside; env?: Record<string, string> }

/** What the built server is told, as in production. */
export async function settingsOf(
  bench: Bench,
  { name, databaseUrl, outside, env = {} }: Given,
): Promise<Record<string, string>> {
  const port = await findFreePort()
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: await bench.folderFor(name),
    ...secrets,
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    STRIPE_API_URL: outside.providerUrl,
    SMTP_URL: outside.smtpUrl,
    MAIL_FROM: 'Dashfit <bench@example.test>',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    REQUIRE_SECOND_FACTOR: 'off',
    ...env,
  }
}

/** The built server in a process of its own, started as the README says. */
export type Server = Child & { url: string }

/** Starts it and answers once it is ready. */
export async function startServer(bench: Bench, given: Given): Promise<Server> {
  const env = await settingsOf(bench, given)
  const child = startChild([...bench.nodeOptions(given.name), ...builtServer], {
    env,
    logFile: join(await bench.folderFor('logs'), `${given.name}.log`),
    precedence: true,
  })
  const url = `http://localhost:${env['PORT']}`
  try {
    await untilReady(`${url}/readyz`)
  } catch (error) {
    await child.close()
    throw error
  }
  return { ...child, url }
}

type Reached = { url: string }

/** The cookies of a session that a call opened. */
async function openSession({ url }: Reached, path: string, body: object): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
}

export function signInAdministrator(server: Reached): Promise<string> {
  return openSession(server, '/api/auth/sign-in/email', administrator)
}

export function signUpCustomer(server: Reached, email: string): Promise<string> {
  const { password } = administrator
  return openSession(server, '/api/auth/sign-up/email', { name: 'Casey Rivera', email, password })
}
