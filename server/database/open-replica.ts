import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { runEvery } from '../concurrency/run-every.ts'
import { connectDatabase, type Database } from './open-database.ts'
import type { QueryWatch } from './prepared-pool.ts'

/** How often it is looked how far the replica is. */
const lookEveryMs = 500
/** A replica that is further behind than this is not asked. */
const mostLagMs = 10_000
/** More of them are older than that. */
const mostMarks = 100

/** It must not use up the patience of whoever asks: the primary is asked next, and everybody is answered within fifteen seconds. */
const impatience = {
  connectionTimeoutMillis: 500,
  query_timeout: 1_000,
  statement_timeout: 900,
  // Also where it was promoted, and would take what nobody else would ever see.
  options: '-c default_transaction_read_only=on',
}

/** A copy of the database that follows it. */
export type Replica = {
  database: Database
  /** Whether it has what was committed before this moment (`readMoment`), and is not far behind; null asks for the latter alone. */
  has(moment: number | null): boolean
  /** It failed somebody: it is not asked again before it was looked at. */
  rest(): void
  close(): Promise<void>
}

type Options = {
  url: string
  primary: Database
  poolSize: number
  log: FastifyBaseLogger
  watch?: QueryWatch
  lookEveryMs?: number
  mostLagMs?: number
}

/** A place in the primary's log, the moment of its clock at which the log was there, and that of ours (`performance.now()`). */
type Mark = { place: number; moment: number; at: number }

/** The moment on the primary's clock, in whole milliseconds: not before anything that the asker has committed. */
export async function readMoment({ db }: Database): Promise<number> {
  const { rows } = await sql<{ moment: number }>`
    select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint as moment`.execute(db)
  return rows[0]?.moment ?? Number.NaN
}

async function markPrimary({ db }: Database): Promise<Mark & { installation: string }> {
  const at = performance.now()
  // The clock is read first: whatever was committed before that moment is in the log before that place.
  const { rows } = await sql<{ moment: number; place: number; installation: string }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as moment,
      (pg_current_wal_lsn() - '0/0')::bigint as place, (select id from installation) as installation`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the primary says nothing')
  return { ...row, at }
}

async function findPlace({ db }: Database, installation: string): Promise<number> {
  const { rows } = await sql<{ follows: boolean; place: number | null; installation: string }>`
    select pg_is_in_recovery() as follows, (pg_last_wal_replay_lsn() - '0/0')::bigint as place,
      (select id from installation) as installation`.execute(db)
  const [row] = rows
  if (row?.installation !== installation) throw new Error('it is a copy of another installation')
  if (!row.follows || row.place === null) throw new Error('it follows nobody, as after a promotion')
  return row.place
}

/**
 * Opens the replica and goes on looking how much of the primary it has. Whoever asks finds it `has` nothing while it is away, far
 * behind, promoted, or a copy of something else; none of that ever stops the start or a request.
 */
export function openReplica(options: Options): Replica {
  const { url, primary, poolSize, log, watch } = options
  const database = connectDatabase(
    url,
    {
      poolSize,
      onError: (error) => log.warn({ err: error }, 'a connection to the replica was lost'),
      ...(watch ? { watch } : {}),
    },
    impatience,
  )
  /** Marks of the primary that the replica has not reached, oldest first, and the last one that it has. */
  let ahead: Mark[] = []
  let reached: Mark | null = null
  let trouble: string | null = 'it was not looked at yet'

  function note(found: string | null): void {
    if (found === trouble) return
    trouble = found
    if (found === null) log.info('calls that only read ask the replica')
    else log.warn({ reason: found }, 'the replica is not asked')
  }

  async function look(): Promise<void> {
    try {
      const { installation, ...mark } = await markPrimary(primary)
      ahead = [...ahead, mark].slice(-mostMarks)
      const place = await findPlace(database, installation)
      reached = ahead.findLast((mark) => mark.place <= place) ?? reached
      ahead = ahead.filter((mark) => mark.place > place)
      note(isFarBehind() ? 'it is too far behind' : null)
    } catch (error) {
      reached = null
      note(error instanceof Error ? error.message : 'unknown')
    }
  }

  function isFarBehind(): boolean {
    return reached === null || performance.now() - reached.at > (options.mostLagMs ?? mostLagMs)
  }

  const looking = runEvery(options.lookEveryMs ?? lookEveryMs, look)

  return {
    database,
    has: (moment) =>
      trouble === null && reached !== null && !isFarBehind() && (moment === null || moment <= reached.moment),
    rest: () => note('it failed somebody'),
    async close() {
      await looking.stop()
      await database.close()
    },
  }
}
