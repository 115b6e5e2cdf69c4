import { sql } from 'kysely'
import type { Attention } from '../../contract/admin/attention.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { filterFor } from './appointment-filter.ts'

/** Larger numbers are not counted to the end: each count reads the rows. */
const mostCounted = 1000

/** Counts the appointments in the ranges that need a person, each up to 1,000. */
export async function countRanges(
  { clock, database }: Context,
  scope: ShopScope,
): Promise<Attention['ranges']> {
  const now = clock.now()
  const count = async (range: keyof Attention['ranges']) => {
    const { source, conditions } = filterFor(scope, { range }, { now })
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
      from (select from ${source} where ${conditions} limit ${mostCounted}) as found`.execute(database.db)
    return rows[0]?.count ?? 0
  }
  return {
    done_not_charged: await count('done_not_charged'),
    hold_failed: await count('hold_failed'),
    awaits_fitment: await count('awaits_fitment'),
  }
}
