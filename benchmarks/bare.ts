import { join } from 'node:path'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { buildFolder, projectFolder } from '../scripts/build-fingerprint.ts'
import { bundleModule } from '../scripts/bundle-module.ts'
import { findFreePort } from '../scripts/free-port.ts'
import { listShopDays, type ShopDayQuery } from '../server/slots/shop-day.ts'
import type { Tables } from '../server/database/tables.ts'
import type { BareBooking } from './bare-bookings.ts'
import type { Bench } from './bench.ts'
import { startChild } from './child.ts'
import { untilReady } from './measure.ts'
import type { Server } from './product.ts'

/** The text of what the product asks for so many days: the floor asks the same. */
async function statementFor(days: number): Promise<string> {
  const texts: string[] = []
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (any) => new PostgresIntrospector(any),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void texts.push(query.sql),
  })
  const query: ShopDayQuery = { shopId: 5, day: '2026-12-01', now: 0, packageId: 1 }
  await listShopDays(
    db,
    Array.from({ length: days }, () => query),
  )
  const [text] = texts
  if (text === undefined) throw new Error('the product asked for no day')
  return text
}

async function buildBare(bench: Bench): Promise<{ file: string; close(): Promise<void> }> {
  // Beside the product's own build, from where it finds its packages.
  const outDir = join(buildFolder, 'bench')
  const address = await bundleModule(join(projectFolder, 'benchmarks/bare-server.ts'), outDir)
  bench.say('the bare server is built')
  return { file: new URL(address).pathname, close: async () => undefined }
}

type Bare = { databaseUrl: string; withDays?: boolean; booking?: BareBooking; poolSize?: number }

/** Starts the bare server over the database: with the questions for free times, with bookings, or with nothing. */
export async function startBare(
  bench: Bench,
  { databaseUrl, withDays = false, booking, poolSize }: Bare,
): Promise<Server> {
  const { file } = await bench.once('bare build', () => buildBare(bench))
  const port = await findFreePort()
  const statements = withDays ? { one: await statementFor(1), many: await statementFor(2) } : undefined
  const child = startChild([file], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      POOL_SIZE: poolSize?.toString(),
      DAY_STATEMENTS: statements && JSON.stringify(statements),
      BOOKING: booking && JSON.stringify(booking),
    },
    logFile: join(await bench.folderFor('logs'), 'bare.log'),
    precedence: true,
  })
  const url = `http://localhost:${port}`
  await untilReady(`${url}/readyz`)
  return { ...child, url }
}
