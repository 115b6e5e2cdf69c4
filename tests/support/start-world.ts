import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bookingWindow, weekdaysOfWindow } from '../../contract/slots/booking-window.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import { buildApp, jobs } from '../../server/app.ts'
import { createClock } from '../../server/clock.ts'
import { readConfig, type Config } from '../../server/config.ts'
import type { Context } from '../../server/context.ts'
import { openDatabase } from '../../server/database/open-database.ts'
import { runDueJobs } from '../../server/jobs/run-jobs.ts'
import { createLog } from '../../server/log.ts'
import { smtpClient } from '../../server/notifications/smtp-client.ts'
import { createStripeClient } from '../../server/payments/provider/stripe-client.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { openTelemetry } from '../../server/telemetry/telemetry.ts'
import { observeQueries } from '../../server/telemetry/observe-queries.ts'
import { proveNamedAddresses } from './proven-addresses.ts'
import { raisedLimits } from './raised-limits.ts'
import { createTestDatabase } from './test-database.ts'

export const shopZone = 'America/Los_Angeles'

/** An application process of a world, with its own connection pool and card client; all else is shared. */
export type AppProcess = {
  url: string
  context: Context
  /** Runs the due jobs, as the job engine does. */
  runJobs(): Promise<void>
}

export type World = AppProcess & {
  sandboxUrl: string
  /** The product's log, one JSON line each. */
  logLines: string[]
  /** Starts another process on the same database and sandbox. It stops with the world. */
  addProcess(): Promise<AppProcess>
  /** Moves all clocks forward, through the sandbox. */
  advance(seconds: number): Promise<void>
  /** The bookable days of shop 5. */
  bookableDays(): string[]
  stop(): Promise<void>
}

/**
 * Starts a product with its own database and sandbox, on loopback. Jobs run only when the test runs them. The
 * address that an order names counts as proven unless the test says otherwise.
 */
export async function startWorld(
  environment: Record<string, string> = {},
  { namedAddressesAreProven = true } = {},
): Promise<World> {
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
  const settings = {
    DATABASE_URL: testDatabase,
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_world',
    STRIPE_API_URL: sandbox.url,
    STRIPE_SCRIPT_URL: `${sandbox.url}/v3/`,
    SMTP_URL: sandbox.smtpUrl,
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000005e4d',
    TWILIO_AUTH_TOKEN: 'whsec_world',
    TWILIO_API_URL: sandbox.url,
    GOOGLE_MAPS_API_KEY: 'maps_sandbox',
    MAPS_API_URL: sandbox.url,
    GOOGLE_CLIENT_ID: 'google-client-sandbox',
    GOOGLE_CLIENT_SECRET: 'google-secret-sandbox',
    GOOGLE_SIGN_IN_URL: `${sandbox.url}/google`,
    FACEBOOK_CLIENT_ID: 'facebook-client-sandbox',
    FACEBOOK_CLIENT_SECRET: 'facebook-secret-sandbox',
    FACEBOOK_SIGN_IN_URL: `${sandbox.url}/facebook`,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: 'world-secret',
    ...raisedLimits,
    ...environment,
  }
  const config = readConfig({ PORT: String(port), ...settings })
  const logLines: string[] = []
  const log = createLog(config.logLevel, { write: (line: string) => void logLines.push(line) })
  // The sandbox pushes its clock to one process; the processes share the clock object.
  const clock = createClock()
  const processes: (AppProcess & { stop(): Promise<void> })[] = []
  const openProcess = async (own: Config) => {
    const opened = await startProcess(own, { clock, log })
    processes.push(opened)
    return opened
  }
  const first = await openProcess(config)
  if (namedAddressesAreProven) await proveNamedAddresses(first)
  return {
    url,
    sandboxUrl: sandbox.url,
    context: first.context,
    logLines,
    runJobs: () => first.runJobs(),
    addProcess: async () => openProcess(readConfig({ PORT: String(await findFreePort()), ...settings })),
    advance: async (seconds) => {
      const answer = await fetch(`${sandbox.url}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSeconds: seconds }),
      })
      if (!answer.ok) throw new Error(`the clock did not move: ${await answer.text()}`)
    },
    bookableDays: () => weekdaysOfWindow(bookingWindow(clock.now(), shopZone)),
    stop: async () => {
      for (const opened of processes.toReversed()) await opened.stop()
      await sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startProcess(
  config: Config,
  { clock, log }: Pick<Context, 'clock' | 'log'>,
): Promise<AppProcess & { stop(): Promise<void> }> {
  const telemetry = await openTelemetry(config, log)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.poolSize,
    onError: (error) => log.error({ err: error }, 'a database connection was lost'),
    watch: observeQueries(telemetry, config.slowQueryMs, log),
  })
  const context: Context = {
    config,
    secrets: await loadSecrets(config),
    database,
    clock,
    log,
    telemetry,
    stripe: createStripeClient(config, telemetry),
    mail: smtpClient(config.mail.smtpUrl, config.mail.from),
    storage: openStorage(config, log),
    triggerJob: () => undefined,
  }
  const app = await buildApp(context)
  await app.listen({ port: config.port, host: config.host })
  return {
    url: `http://localhost:${config.port}`,
    context,
    runJobs: () => runDueJobs(context, jobs),
    stop: async () => {
      await app.close()
      context.mail.close()
      await database.close()
      await telemetry.close()
    },
  }
}
