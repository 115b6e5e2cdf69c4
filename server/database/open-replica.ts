import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { runEvery } from '../concurrency/run-every.ts'
import { connectDatabase, type Database } from './open-database.ts'
import type { QueryWatch } from './prepared-pool.ts'

/** Interval of the replication lag check. */
const lookEveryMs = 500
/** A replica that lags further than this gets no queries. */
const mostLagMs = 10_000
/** A hundred marks cover more time than the lag limit. */
const mostMarks = 100

/**
 * Timeouts short enough to leave time for the fallback to the primary, within the fifteen seconds of a
 * request.
 */
const shortTimeouts = {
  connectionTimeoutMillis: 500,
  query_timeout: 1_000,
  statement_timeout: 900,
  // Read-only also after a promotion: a write there would be lost to the rest of the system.
  options: '-c default_transaction_read_only=on',
}

/** A streaming replica of the database. */
export type Replica = {
  database: Database
  /**
   * Whether the replica contains everything committed before this moment (see `readMoment`) and does not lag.
   * With null, only the lag counts.
   */
  has(moment: number | null): boolean
  /** Takes the replica out of use after a failed query, until the next check. */
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

/**
 * A position in the primary's log, the moment on the primary's clock at which the log was there, and the same
 * moment on our clock (`performance.now()`).
 */
type Mark = { place: number; moment: number; at: number }

/**
 * Reads the moment on the primary's clock, in whole milliseconds. Everything that the caller has committed is
 * at or before it.
 */
export async function readMoment({ db }: Database): Promise<number> {
  const { rows } = await sql<{ moment: number }>`
    select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint as moment`.execute(db)
  return rows[0]?.moment ?? Number.NaN
}

async function markPrimary({ db }: Database): Promise<Mark & { installation: string }> {
  const at = performance.now()
  // The clock is read first, so everything committed before that moment is in the log before that position.
  const { rows } = await sql<{ moment: number; place: number; installation: string }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as moment,
      (pg_current_wal_lsn() - '0/0')::bigint as place, (select id from installation) as installation`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the primary returned no row')
  return { ...row, at }
}

async function findPlace({ db }: Database, installation: string): Promise<number> {
  const { rows } = await sql<{ follows: boolean; place: number | null; installation: string }>`
    select pg_is_in_recovery() as follows, (pg_last_wal_replay_lsn() - '0/0')::bigint as place,
      (select id from installation) as installation`.execute(db)
  const [row] = rows
  if (row?.installation !== installation) throw new Error('it is a copy of another installation')
  if (!row.follows || row.place === null) throw new Error('it follows no primary, as after a promotion')
  return row.place
}

/**
 * Opens the replica and checks regularly how much of the primary it contains. While it is unreachable,
 * lagging, promoted or a copy of another installation, `has` returns false. None of that stops the start or a
 * request.
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
    shortTimeouts,
  )
  /** Marks of the primary that the replica has not reached, oldest first, and the last one that it has. */
  let ahead: Mark[] = []
  let reached: Mark | null = null
  let unusableReason: string | null = 'it was not checked yet'

  function setReason(found: string | null): void {
    if (found === unusableReason) return
    unusableReason = found
    if (found === null) log.info('calls that only read ask the replica')
    else log.warn({ reason: found }, 'the replica is not asked')
  }

  async function checkLag(): Promise<void> {
    try {
      const { installation, ...mark } = await markPrimary(primary)
      ahead = [...ahead, mark].slice(-mostMarks)
      const place = await findPlace(database, installation)
      reached = ahead.findLast((mark) => mark.place <= place) ?? reached
      ahead = ahead.filter((mark) => mark.place > place)
      setReason(isFarBehind() ? 'it is too far behind' : null)
    } catch (error) {
      reached = null
      setReason(error instanceof Error ? error.message : 'unknown')
    }
  }

  function isFarBehind(): boolean {
    return reached === null || performance.now() - reached.at > (options.mostLagMs ?? mostLagMs)
  }

  const lagCheck = runEvery(options.lookEveryMs ?? lookEveryMs, checkLag)

  return {
    database,
    has: (moment) =>
      unusableReason === null &&
      reached !== null &&
      !isFarBehind() &&
      (moment === null || moment <= reached.moment),
    rest: () => setReason('a query failed on it'),
    async close() {
      await lagCheck.stop()
      await database.close()
    },
  }
}
