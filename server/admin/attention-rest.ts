import { sql, type SqlBool } from 'kysely'
import type { AttentionItem } from '../../contract/admin/attention.ts'
import { isRestDue, priceDueOf } from '../../contract/payments/day-price.ts'
import { formatCents } from '../../contract/money.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { readPriceFacts } from '../payments/price/find-price.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed } from './listed-appointment.ts'
import { isExtraHold } from '../payments/price/extra-purposes.ts'

/** A rest stays listed for this many days after the job's end. */
const worthMs = 30 * 86_400_000

/** The extra hold of a completed job that its bank ended before it was captured. */
const lostExtra = sql<SqlBool>`exists (select from holds h where h.appointment_id = a.id
  and ${isExtraHold} and h.live_at is not null and h.status in ('lapsed', 'released'))`

/** Lists the completed jobs of which an agreed extra amount is still due. */
export async function listRestItems(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const { db } = context.database
  const rows = await selectListed(db, scope)
    .where('a.state', '=', 'completed')
    .where('a.ends_at', '>', new Date(context.clock.now() - worthMs))
    .where(lostExtra)
    .execute()
  const items: AttentionItem[] = []
  for (const row of rows) {
    const facts = await readPriceFacts(db, row)
    const { dueCents } = priceDueOf(facts)
    if (!isRestDue({ ...facts, isCompleted: row.state === 'completed', dueCents })) continue
    items.push({
      ...toBrief(row),
      reason: 'rest_not_charged',
      sentence: `The bank ended the hold of the extra amount, so ${formatCents(dueCents)} is not charged. Open the price and charge it again, or take it another way.`,
      since: row.ends_at.toISOString(),
      repair: null,
      mailId: null,
      askedAt: null,
      answerBy: null,
    })
  }
  return items
}
