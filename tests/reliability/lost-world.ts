import { execFile } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { buildFolder } from '../../scripts/build-fingerprint.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { openDatabase } from '../../server/database/open-database.ts'
import { reconcile, type Reconciliation } from '../../server/payments/reconcile.ts'
import { createStripeClient } from '../../server/payments/provider/stripe-client.ts'
import { outsideOf } from '../support/outside.ts'
import { goodPassword, signIn } from '../support/people.ts'
import { raisedLimits } from '../support/raised-limits.ts'
import { startProduct, type Product } from '../support/start-product.ts'
import { createEmptyDatabase } from '../support/test-database.ts'
import { openCrowd, type Crowd } from './kill-world.ts'
import { widenShop } from './wide-shop.ts'

export type Place = 'embedded' | 'real'

/**
 * The built product on one database after another, each lost in turn, with people and a card provider that
 * outlive them.
 */
export type LostFixture = Crowd & {
  product: Product
  /** A pool of the current database. */
  pool(): Pool
  backup(path: string): Promise<string>
  /**
   * Kills the server, loses its database, and restores the backup into a new one of this kind. Returns the
   * command's output.
   */
  loseAndRestore(path: string, to: Place): Promise<string>
  /** Starts the product on the restored database; all people sign in again. */
  goOn(): Promise<void>
  reconcile(): Promise<Reconciliation>
  /** Refunds a charge directly at the provider. */
  refund(intentId: string): Promise<void>
  stop(): Promise<void>
}

const run = promisify(execFile)
const administratorEmail = 'keeper@example.test'

export async function openLostFixture(): Promise<LostFixture> {
  // Changed below, and read again at each start of the product.
  const environment: Record<string, string> = {
    ...raisedLimits,
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: administratorEmail,
    ADMIN_PASSWORD: goodPassword,
  }
  const product = await startProduct(environment)
  let losses = 0
  const command = async (name: string, ...given: string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], DATA_DIR: product.dataDir, ...environment }
    const file = join(buildFolder, `server/${name}-command.js`)
    return (await run(process.execPath, [file, ...given], { env, cwd: product.dataDir })).stdout
  }

  const connect = async () => {
    const postgres =
      environment['DATABASE_URL'] === undefined
        ? await startEmbeddedPostgres({ dataDir: product.dataDir })
        : undefined
    const url = environment['DATABASE_URL'] ?? postgres?.url ?? ''
    const database = await openDatabase({
      databaseUrl: url,
      dataDir: product.dataDir,
      poolSize: 2,
      onError: () => {},
    })
    return {
      database,
      close: async () => {
        await database.close()
        await postgres?.stop()
      },
    }
  }
  let open = await connect()
  await widenShop(open.database.pool, 60)

  const stripe = createStripeClient({
    cards: { secretKey: 'sk_test_sandbox', apiUrl: product.sandboxUrl },
  } as Parameters<typeof createStripeClient>[0])
  const fixture: LostFixture = {
    product,
    ...(await openCrowd(outsideOf(product.sandboxUrl), product, administratorEmail)),
    pool: () => open.database.pool,
    backup: (path) => command('backup', path),
    loseAndRestore: async (path, to) => {
      await product.killServer()
      await open.close()
      if (environment['DATABASE_URL'] === undefined)
        renameSync(join(product.dataDir, 'postgres'), join(product.dataDir, `lost-${(losses += 1)}`))
      delete environment['DATABASE_URL']
      if (to === 'real') environment['DATABASE_URL'] = await createEmptyDatabase()
      const said = await command('restore', path)
      open = await connect()
      return said
    },
    goOn: async () => {
      await product.startAgain()
      fixture.dealings.clear()
      fixture.administrator = await signIn(product, administratorEmail)
      fixture.customers = await Promise.all(fixture.customers.map(({ email }) => signIn(product, email)))
    },
    reconcile: () => reconcile({ database: open.database, stripe }),
    refund: async (intentId) => {
      await stripe.refunds.create({ payment_intent: intentId })
    },
    stop: async () => {
      await open.close()
      await product.stop()
    },
  }
  return fixture
}
