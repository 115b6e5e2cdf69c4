import '../require-node.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp, jobs } from './app.ts'
import { createClock } from './clock.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import type { Context } from './context.ts'
import { isDatabaseDown } from './database/database-errors.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { openReplica } from './database/open-replica.ts'
import { followClock } from './follow-clock.ts'
import { makeFirstAdministrator } from './identity/make-first-administrator.ts'
import { runDueJobs, startJobsOnceThere, type JobRunner } from './jobs/run-jobs.ts'
import { createLog } from './log.ts'
import { smtpClient } from './notifications/smtp-client.ts'
import { createStripeClient } from './payments/provider/stripe-client.ts'
import { loadSecrets } from './secrets.ts'
import { openStorage } from './storage/storage.ts'
import { openTelemetry } from './telemetry/telemetry.ts'
import { observeQueries } from './telemetry/observe-queries.ts'

/** Time in milliseconds for requests in flight after the signal to stop. */
const drainMs = 9_000
/** Time in milliseconds for the catch-up run after the signal to stop; the next start does the rest. */
const catchUpMs = 2_000

function requireConfig(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** The built front end beside the built server; in development another server has it. */
function findWebRoot(): string | undefined {
  const beside = join(import.meta.dirname, '..', 'web')
  return existsSync(join(beside, 'assets')) ? beside : undefined
}

type Close = () => Promise<void> | void

async function start(): Promise<void> {
  const config = requireConfig()
  const log = createLog(config.logLevel)
  /** Open resources in the order of opening; they are closed in reverse order. */
  const open: Close[] = []
  const isStopping = stopOnSignal(open, log)
  surviveLostDatabase(log)
  const telemetry = await openTelemetry(config, log)
  open.push(() => telemetry.close())
  const watch = observeQueries(telemetry, config.slowQueryMs, log)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.poolSize,
    onError: (error) => log.error({ err: error }, 'a database connection was lost'),
    watch,
  })
  open.push(() => database.close())
  const { applied } = await migrate(database.pool, undefined, {
    onRetry: (error, pauseMs) =>
      log.warn({ err: error, pauseMs }, 'a migration waited in vain for a lock and is tried again'),
  })
  if (applied.length > 0) log.info({ applied }, 'migrated')
  const { databaseReplicaUrl: replicaUrl, poolSize } = config
  const replica =
    replicaUrl === undefined
      ? undefined
      : openReplica({ url: replicaUrl, primary: database, poolSize, log, watch })
  if (replica) open.push(() => replica.close())
  const { offset_seconds: offset } = await database.db
    .selectFrom('clock')
    .select('offset_seconds')
    .executeTakeFirstOrThrow()
  let runner: JobRunner | undefined
  const context: Context = {
    config,
    secrets: await loadSecrets(config),
    database,
    replica,
    clock: createClock(config.sandbox ? offset * 1000 : 0),
    log,
    telemetry,
    stripe: createStripeClient(config, telemetry),
    mail: smtpClient(config.mail.smtpUrl, config.mail.from),
    storage: openStorage(config, log),
    triggerJob: (job) => runner?.triggerJob(job),
  }
  open.push(() => context.mail.close())
  if (config.sandbox) {
    const following = followClock(context, offset)
    open.push(() => following.stop())
  }
  if (config.firstAdministrator) await makeFirstAdministrator(context, config.firstAdministrator)
  const webRoot = findWebRoot()
  const app = await buildApp(context, webRoot === undefined ? {} : { webRoot })
  open.push(() => runner?.stop())
  open.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  log.info({ url: config.publicUrl }, 'ready')
  runner = await startJobsOnceThere(context, jobs, isStopping)
  // Work of a killed process is picked up at once, without waiting for the engine to time it out.
  const catchingUp = runDueJobs(context, jobs, 'start').catch((error: unknown) => {
    log.error({ err: error }, 'the catch-up run at the start failed; the next tick goes on')
  })
  open.push(() => Promise.race([catchingUp, wait(catchUpMs, undefined, { ref: false })]))
}

/**
 * The job engine does not await the completion of a run, so a lost database rejects unhandled. This must not
 * end the process: the run expires and is repeated. Any other unhandled rejection is a bug and ends the
 * process, as by default.
 */
function surviveLostDatabase(log: Context['log']): void {
  process.on('unhandledRejection', (reason) => {
    if (!isDatabaseDown(reason)) throw reason
    log.error({ err: reason }, 'the database did not answer the job engine')
  })
}

/**
 * Shuts the process down in order on a signal, or when its parent process is gone, from the first moment on.
 * Returns a function that tells whether the shutdown has begun.
 */
function stopOnSignal(open: readonly Close[], log: Context['log']): () => boolean {
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, drainMs).unref()
    for (const close of open.toReversed()) await close()
    log.info('stopped')
    process.exit(0)
  }
  const stopOrFail = (): void => {
    stop().catch((error: unknown) => {
      log.error({ err: error }, 'stopping failed')
      process.exit(1)
    })
  }
  process.on('SIGTERM', stopOrFail)
  process.on('SIGINT', stopOrFail)
  process.on('disconnect', stopOrFail)
  // The channel may have closed before the listener was added.
  if (process.send && !process.connected) stopOrFail()
  return () => stopping
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
