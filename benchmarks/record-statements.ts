import type { PoolClient } from 'pg'
import { buildApp } from '../server/app.ts'
import { createClock } from '../server/clock.ts'
import { readConfig } from '../server/config.ts'
import type { Context } from '../server/context.ts'
import { openDatabase } from '../server/database/open-database.ts'
import { createLog } from '../server/log.ts'
import { smtpClient } from '../server/notifications/smtp-client.ts'
import { createStripeClient } from '../server/payments/provider/stripe-client.ts'
import { loadSecrets } from '../server/secrets.ts'
import { openTelemetry } from '../server/telemetry/telemetry.ts'
import type { Bench } from './bench.ts'
import type { Market } from './market.ts'
import { settingsOf } from './product.ts'

/** A statement as it went to the database, and with what. */
export type Statement = { text: string; values: readonly unknown[] }

type Sent = string | { text: string; values?: readonly unknown[] }

/** The product in this process over the market, which says what it asks the database. */
export type Recorder = {
  context: Context
  url: string
  /** Everything that was asked while the work was done, in order. */
  record(work: () => Promise<void>): Promise<Statement[]>
  close(): Promise<void>
}

export async function openRecorder(bench: Bench, { databaseUrl, outside }: Market): Promise<Recorder> {
  const config = readConfig(await settingsOf(bench, { name: 'recorder', databaseUrl, outside }))
  const log = createLog('warn')
  const database = await openDatabase({
    databaseUrl,
    dataDir: config.dataDir,
    poolSize: 1,
    onError: (error) => log.error(error),
  })
  let recorded: Statement[] | null = null
  database.pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...sent: unknown[]) => unknown
    const watched = (...sent: [Sent, (readonly unknown[])?, ...unknown[]]): unknown => {
      const [first, given = []] = sent
      const { text, values = [] } = typeof first === 'string' ? { text: first, values: given } : first
      recorded?.push({ text, values })
      return query(...sent)
    }
    client.query = watched as typeof client.query
  })
  const telemetry = await openTelemetry(config, log)
  const context: Context = {
    config,
    secrets: await loadSecrets(config),
    database,
    clock: createClock(),
    log,
    telemetry,
    stripe: createStripeClient(config, telemetry),
    mail: smtpClient(config.mail.smtpUrl, config.mail.from),
    triggerJob: () => undefined,
  }
  const app = await buildApp(context)
  await app.listen({ port: config.port, host: config.host })
  return {
    context,
    url: `http://localhost:${config.port}`,
    record: async (work) => {
      recorded = []
      await work()
      const statements = recorded
      recorded = null
      return statements
    },
    close: async () => {
      await app.close()
      context.mail.close()
      await database.close()
      await telemetry.close()
    },
  }
}
