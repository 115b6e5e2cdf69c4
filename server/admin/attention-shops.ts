import type { AttentionItem } from '../../contract/admin/attention.ts'
import { statesWithSlot } from '../../contract/booking/appointment-states.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed } from './listed-appointment.ts'

const sentence =
  'The shop is suspended. The appointment is still on, and we emailed the customer. Make sure that the work is done, or cancel it.'

/** Lists the coming appointments of suspended shops. */
export async function listSuspendedItems(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const now = new Date(context.clock.now())
  const rows = await selectListed(context.database.db, scope)
    .where('s.status', '=', 'suspended')
    .where('a.state', 'in', statesWithSlot)
    // No job is longer than a day, so the index on the start finds those that have not ended.
    .where('a.starts_at', '>', new Date(now.getTime() - 86_400_000))
    .where('a.ends_at', '>', now)
    .execute()
  return rows.map((row) => ({
    ...toBrief(row),
    reason: 'shop_suspended',
    sentence,
    since: null,
    answerBy: null,
    repair: null,
    mailId: null,
    askedAt: null,
  }))
}
