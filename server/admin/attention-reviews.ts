import type { AttentionItem } from '../../contract/admin/attention.ts'
import { attentionHours, giveUpHours } from '../../contract/fitment/review-times.ts'
import type { Context } from '../context.ts'
import { awaitsReview } from '../fitment/record-verdict.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed } from './listed-appointment.ts'

const sentence = `Answer whether the package fits this car. Without an answer, the appointment is cancelled ${giveUpHours} hours before its start.`

/** Lists booked appointments near their start whose fitment review is open. */
export async function listUnansweredItems(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const now = context.clock.now()
  const rows = await selectListed(context.database.db, scope)
    .where('a.state', '=', 'booked')
    .where('a.starts_at', '<=', new Date(now + attentionHours * 3_600_000))
    .where('a.ends_at', '>', new Date(now))
    .where(awaitsReview)
    .execute()
  return rows.map((row) => ({
    ...toBrief(row),
    reason: 'fitment_unanswered',
    sentence,
    since: null,
    answerBy: null,
    repair: null,
    mailId: null,
    askedAt: null,
  }))
}
