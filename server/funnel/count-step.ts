import { sql } from 'kysely'
import type { ReachedStep } from '../../contract/funnel/funnel.ts'
import type { Context } from '../context.ts'
import { utcDay } from './utc-day.ts'

/** Adds a visit to the count of a step. */
export async function countStep({ database, clock }: Context, { step, source }: ReachedStep): Promise<void> {
  await sql`
    insert into funnel_counts as f (day, step, source, visits)
      values (${utcDay(clock.now())}::date, ${step}, ${source}, 1)
      on conflict (day, step, source) do update set visits = f.visits + 1`.execute(database.db)
}
