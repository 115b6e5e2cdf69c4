import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { bookingWindow, weekdaysOfWindow } from '../../contract/appointments/booking-window.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import { buildApp, jobs } from '../../server/app.ts'
import { createClock } from '../../server/clock.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/context.ts'
import { openDatabase } from '../../server/database/open-database.ts'
import { runDueJobs } from '../../server/jobs/run-jobs.ts'
import { smtpClient } from '../../server/notifications/smtp-client.ts'
import { createStripeClient } from '../../server/payments/stripe-client.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { createTestDatabase } from './test-database.ts'

export const shopZone = 'America/Los_Angeles'

export type World = {
  url: string
  sandboxUrl: string
  context: Context
  /** What the product logged, one JSON line each. */
  logLines: string[]
  /** Runs what is due now, as the job engine would. */
  runJobs(): Promise<void>
  /** Turns every clock forward, through the sandbox. */
  advance(seconds: number): Promise<void>
  /** The days that can be booked now at shop 5. */
  bookableDays(): string[]
  stop(): Promise<void>
}

/** A whole product on its own database with its own sandbox, listening on loopback. Jobs run when the test says so. */
export async function startWorld(environment: Record<string, string> = {}): Promise<World> {
  const testDatabase = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'dashfit-world-'))
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir: join(dataDir, 'sandbox'),
    productUrl: url,
    secret: 'world-secret',
    webhookSecret: 'whsec_world',
  })
  const config = readConfig({
    PORT: String(port),
    DATABASE_URL: testDatabase.url,
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_world',
    STRIPE_API_URL: sandbox.url,
    STRIPE_SCRIPT_URL: `${sandbox.url}/v3/`,
    SMTP_URL: sandbox.smtpUrl,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: 'world-secret',
    ...environment,
  })
  const logLines: string[] = []
  const log = pino(
    { level: config.logLevel, base: null },
    { write: (line: string) => void logLines.push(line) },
  )
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir,
    poolSize: config.poolSize,
    onError: (error) => log.error({ err: error }, 'a database connection was lost'),
  })
  const clock = createClock()
  const context: Context = {
    config,
    secrets: await loadSecrets(config),
    database,
    clock,
    log,
    stripe: createStripeClient(config),
    mail: smtpClient(config.mail.smtpUrl, config.mail.from),
    nudge: () => undefined,
  }
  const app = await buildApp(context)
  await app.listen({ port, host: config.host })
  return {
    url,
    sandboxUrl: sandbox.url,
    context,
    logLines,
    runJobs: () => runDueJobs(context, jobs),
    advance: async (seconds) => {
      const answer = await fetch(`${sandbox.url}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSeconds: seconds }),
      })
      if (!answer.ok) throw new Error(`the clock did not turn: ${await answer.text()}`)
    },
    bookableDays: () => weekdaysOfWindow(bookingWindow(clock.now(), shopZone)),
    stop: async () => {
      await app.close()
      context.mail.close()
      await database.close()
      await sandbox.close()
      await testDatabase.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
