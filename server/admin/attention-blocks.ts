import type { AttentionItem } from '../../contract/admin/attention.ts'
import { statesWithSlot } from '../../contract/booking/appointment-states.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed } from './listed-appointment.ts'

/** Lists the jobs that lie in the time of a weekly block. */
export async function listBlockConflicts(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const rows = await selectListed(context.database.db, scope)
    .innerJoin('blocks as k', (join) =>
      join
        .onRef('k.shop_id', '=', 'a.shop_id')
        .onRef('k.bay_id', '=', 'a.bay_id')
        .onRef('k.starts_at', '<', 'a.ends_at')
        .onRef('k.ends_at', '>', 'a.starts_at'),
    )
    .select(['k.id as block_id', 'k.reason as block_reason', 'k.created_at as block_created_at'])
    .where('k.state', '=', 'conflict')
    .where('k.ends_at', '>', new Date(context.clock.now()))
    .where('a.state', 'in', statesWithSlot)
    .execute()
  return rows.map((row) => ({
    ...toBrief(row),
    reason: 'block_conflict',
    sentence: `It lies in the weekly block “${row.block_reason}”. Move it, or skip the block on that day.`,
    since: row.block_created_at.toISOString(),
    repair: null,
    mailId: null,
    blockId: row.block_id,
    askedAt: null,
    answerBy: null,
  }))
}
