import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { buildFolder } from '../scripts/build-fingerprint.ts'
import { findFreePort } from '../scripts/free-port.ts'
import { runProduct } from '../scripts/run-product.ts'
import { migrate } from '../server/database/migrate.ts'
import { untilReady } from './measure.ts'
import { seedAppointments } from './seed-appointments.ts'

const administrator = { email: 'bench@example.test', password: 'midnight-garage-42' }

/** The product, built, over a database of so many appointments. */
export type Town = { size: number; url: string; cookie: string; pool: Pool; stop(): Promise<void> }

async function createDatabase(serverUrl: string, size: number): Promise<string> {
  const owner = new Pool({ connectionString: serverUrl, max: 1 })
  const name = `appointments_${size}`
  await owner.query(`create database ${name} template template0 encoding 'UTF8'`)
  await owner.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  if (!answer.ok) throw new Error(`the administrator was not let in: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
}

/** Seeds a database of its own on the server and starts the product on it. */
export async function startTown(serverUrl: string, size: number, folder: string): Promise<Town> {
  const databaseUrl = await createDatabase(serverUrl, size)
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  await migrate(pool)
  const began = performance.now()
  await seedAppointments(pool, size, Date.now())
  console.error(`${size} appointments written in ${Math.round((performance.now() - began) / 1000)} s`)
  const dataDir = join(folder, String(size))
  mkdirSync(dataDir)
  const log = openSync(join(dataDir, 'output.log'), 'w')
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const url = `http://localhost:${port}`
  const product = await runProduct({
    environment: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'info',
    },
    server: ['--enable-source-maps', join(buildFolder, 'server/main.js')],
    sandbox: ['--enable-source-maps', join(buildFolder, 'sandbox/main.js')],
    output: log,
    say: (line) => console.error(line),
  })
  await untilReady(`${url}/readyz`)
  return {
    size,
    url,
    cookie: await signIn(url),
    pool,
    stop: async () => {
      await product.stop('SIGTERM')
      await pool.end()
      closeSync(log)
    },
  }
}
