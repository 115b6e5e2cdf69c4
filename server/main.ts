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
import { createStripeClient } from './payments/stripe-client.ts'
import { loadSecrets } from './secrets.ts'
import { openTelemetry } from './telemetry/telemetry.ts'
import { watchQueries } from './telemetry/watch-queries.ts'

/** How long requests under way may take once the process is asked to stop. */
const drainMs = 9_000
/** How long what was left behind may take then; whatever it does not reach is settled by the next start. */
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
  /** What is open, in the order in which it was opened; closed in the opposite one. */
  const open: Close[] = []
  const isStopping = stopWhenAsked(open, log)
  outliveLostDatabase(log)
  const telemetry = await openTelemetry(config, log)
  open.push(() => telemetry.close())
  const watch = watchQueries(telemetry, config.slowQueryMs, log)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.poolSize,
    onError: (error) => log.error({ err: error }, 'a database connection was lost'),
    watch,
  })
  open.push(() => database.close())
  const { applied } = await migrate(database.pool)
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
    nudge: (job) => runner?.nudge(job),
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
  // What an earlier process left behind does not wait for the engine to find out that it is gone.
  const catchingUp = runDueJobs(context, jobs, 'start').catch((error: unknown) => {
    log.error({ err: error }, 'what was left behind could not be settled yet')
  })
  open.push(() => Promise.race([catchingUp, wait(catchUpMs, undefined, { ref: false })]))
}

/**
 * The job engine notes that a run is over without waiting for it. A database that is away then must not end the process: the run is
 * taken for lost and made again. Whatever else nobody waited for is a bug and ends it, as always.
 */
function outliveLostDatabase(log: Context['log']): void {
  process.on('unhandledRejection', (reason) => {
    if (!isDatabaseDown(reason)) throw reason
    log.error({ err: reason }, 'the database did not answer the job engine')
  })
}

/** Ends the process in order when it is asked to, or when whoever started it is gone: from its first moment on. Answers whether it does. */
function stopWhenAsked(open: readonly Close[], log: Context['log']): () => boolean {
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
  // The channel may have closed before anybody listened.
  if (process.send && !process.connected) stopOrFail()
  return () => stopping
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
