import { sql } from 'kysely'
import type { AttentionItem } from '../../contract/admin/attention.ts'
import { giveBackSentence } from '../../contract/payments/give-back.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { leftAtShop } from '../payments/shop-returns.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed } from './listed-appointment.ts'

/**
 * Lists the cancelled appointments whose customer has money at the shop, until it is recorded as returned,
 * however long ago.
 */
export async function listReturnsDue(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const dueSince = sql<Date>`(
    select max(l.recorded_at) from ledger l where l.appointment_id = a.id and l.movement = 'return_due')`
  const rows = await selectListed(context.database.db, scope)
    .select([leftAtShop.as('left_cents'), dueSince.as('due_since')])
    .where('a.state', '=', 'cancelled')
    .where(sql<boolean>`a.id in (select l.appointment_id from ledger l where l.movement = 'return_due')`)
    .where(sql<boolean>`${leftAtShop} > 0`)
    .execute()
  return rows.map((row) => ({
    ...toBrief(row),
    reason: 'return_due' as const,
    sentence: `The appointment is cancelled. ${giveBackSentence(row.left_cents)}`,
    since: row.due_since.toISOString(),
    repair: null,
    mailId: null,
    askedAt: null,
    answerBy: null,
    leftAtShopCents: row.left_cents,
  }))
}
