import { sql } from 'kysely'
import type { Funnel } from '../../contract/funnel/funnel.ts'
import { addDays, dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'

/** Sums the visits of the last `days` days, today included. */
export async function findFunnel({ database, clock }: Context, days: number): Promise<Funnel> {
  const firstDay = addDays(dayOf(clock.now(), 'UTC'), 1 - days)
  const { rows } = await sql<Funnel['counts'][number]>`
    select step, source, sum(visits)::int as visits from funnel_counts where day >= ${firstDay}::date
      group by step, source order by step, source`.execute(database.db)
  return { days, counts: rows }
}
