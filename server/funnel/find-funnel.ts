import { sql } from 'kysely'
import type { Funnel } from '../../contract/funnel/funnel.ts'
import type { Context } from '../context.ts'
import { utcDay } from './utc-day.ts'

const dayMs = 86_400_000

/** Sums the visits of the last `days` days, today included. */
export async function findFunnel({ database, clock }: Context, days: number): Promise<Funnel> {
  const firstDay = utcDay(clock.now() - (days - 1) * dayMs)
  const { rows } = await sql<Funnel['counts'][number]>`
    select step, source, sum(visits)::int as visits from funnel_counts where day >= ${firstDay}::date
      group by step, source order by step, source`.execute(database.db)
  return { days, counts: rows }
}
