import type { PoolClient } from 'pg'
import { orderFor } from '../support/orders.ts'
import { auditVisits, comeToRest, visit, type Fixture, type Visit } from './provider-world.ts'
import type { Chance } from './chance.ts'

/** Seconds that the product may take to recover once the trouble is over. */
const defaultRecoverySeconds = 15

/**
 * Lets people book during a fault of the machine, until it is over; the fault can read the finished visits.
 */
export async function bookThrough(
  fixture: Fixture,
  chance: Chance,
  trouble: (visits: readonly Visit[]) => Promise<void>,
): Promise<Visit[]> {
  const now = { isOver: false }
  const visits: Visit[] = []
  const person = async (own: Chance): Promise<void> => {
    for (let turn = 0; !now.isOver; turn += 1) visits.push(await visit(fixture, own.fork(turn)))
  }
  const crowd = Promise.all(Array.from({ length: 6 }, (_, index) => person(chance.fork(index))))
  try {
    await trouble(visits)
  } finally {
    now.isOver = true
  }
  await crowd
  return visits
}

/** The faults after the trouble: no booking succeeds in time, or an answer is not true. */
export async function auditAfter(
  fixture: Fixture,
  visits: readonly Visit[],
  recoverySeconds = defaultRecoverySeconds,
): Promise<string[]> {
  const found: string[] = []
  // In a control the pool may have no connection left for this either.
  const until = performance.now() + recoverySeconds * 1000
  const [customer] = fixture.customers
  for (;;) {
    const days = fixture.world.bookableDays()
    const answer = await customer?.post(
      '/api/appointments',
      orderFor(fixture.world, { date: `${days[visits.length % days.length]} 12:00` }),
    )
    if (answer?.status === 201) break
    if (performance.now() < until) continue
    found.push(`no booking succeeds ${recoverySeconds} s after: ${answer?.status} ${answer?.body.error}`)
    break
  }
  if (found.length > 0) return found
  await comeToRest(fixture)
  return auditVisits(fixture, visits)
}

/** Makes the tables of appointments and their dependents unlogged: a crash of the database empties them. */
export async function keepWithoutLog({ world }: Fixture): Promise<void> {
  await world.context.database.pool.query(`do $$
    declare one regclass;
    begin
      -- A table may only be without a log once all that point to it are.
      for pass in 1..6 loop
        for one in with recursive hanging(id) as (
          select 'appointments'::regclass::oid
          union select c.conrelid from pg_constraint c join hanging h on c.confrelid = h.id where c.contype = 'f'
        ) select id::regclass from hanging join pg_class on oid = id where relpersistence = 'p' loop
          begin
            execute format('alter table %s set unlogged', one);
          exception when invalid_table_definition then null;
          end;
        end loop;
      end loop;
    end $$`)
}

/** Kills one backend of the database: PostgreSQL then ends all of them and recovers from its log. */
export async function fellDatabase({ world }: Fixture): Promise<void> {
  const client = await world.context.database.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query(`copy (select 1) to program 'kill -9 ${rows[0]?.pid}'`).catch(() => undefined)
  client.release(true)
}

type Connect = (back?: unknown) => Promise<PoolClient>

/** Keeps connections from returning to the pool, until the returned function is called. */
export function keepConnections({ world }: Fixture): () => void {
  const { pool } = world.context.database
  const connect = pool.connect.bind(pool) as Connect
  const kept: (() => void)[] = []
  const keeping: Connect = async (back) => {
    const client = await connect(back)
    if (back !== undefined) return client
    const release = client.release.bind(client)
    client.release = () => void kept.push(release)
    return client
  }
  pool.connect = keeping as typeof pool.connect
  return () => {
    for (const release of kept) release()
  }
}
