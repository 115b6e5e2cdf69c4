import { sql } from 'kysely'
import type { ReachedStep } from '../../contract/funnel/funnel.ts'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'

/** Adds a visit to the count of a step. Visits belong to no shop, so their days are those of UTC. */
export async function countStep({ database, clock }: Context, { step, source }: ReachedStep): Promise<void> {
  await sql`
    insert into funnel_counts as f (day, step, source, visits)
      values (${dayOf(clock.now(), 'UTC')}::date, ${step}, ${source}, 1)
      on conflict (day, step, source) do update set visits = f.visits + 1`.execute(database.db)
}
