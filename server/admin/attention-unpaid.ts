import { sql } from 'kysely'
import type { AttentionItem } from '../../contract/admin/attention.ts'
import { formatCents } from '../../contract/money.ts'
import { isInWork } from '../../contract/workshop/work-states.ts'
import type { Context } from '../context.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'
import { agreesToTexts } from '../texts/consents.ts'
import { toBrief } from './brief-appointment.ts'
import { dueOf, selectListed, type ListedRow } from './listed-appointment.ts'

/** Unpaid appointments stay listed for this many days after their end. */
const worthMs = 30 * 86_400_000

function toItem(
  row: ListedRow & { asked_at: Date | null; agrees_to_texts: boolean },
  now: number,
): AttentionItem {
  const isOver = row.ends_at.getTime() <= now
  const canSendLink = row.customer_email !== '' || row.agrees_to_texts
  return {
    ...toBrief(row),
    ...(isOver
      ? {
          reason: 'not_paid' as const,
          sentence: `${isInWork(row.work_state) ? 'The time of the job is over' : 'The job is over'}, and ${formatCents(dueOf(row).dueCents)} is not paid. Take the payment, or send a link.`,
          since: row.ends_at.toISOString(),
        }
      : {
          reason: 'no_card' as const,
          sentence: canSendLink
            ? 'The customer hasn’t added a card in time. Call, send the link again, or let them pay at the shop.'
            : 'The customer hasn’t added a card in time. Call, or let them pay at the shop.',
          since: row.card_due_at?.toISOString() ?? null,
        }),
    repair: canSendLink ? 'ask_for_card' : null,
    mailId: null,
    askedAt: row.asked_at?.toISOString() ?? null,
    answerBy: null,
  }
}

/**
 * Lists the appointments that a shop booked without a card, and for which it still needs one or the payment:
 * the deadline of the link has passed, or the job is over.
 */
export async function listUnpaidItems(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const now = context.clock.now()
  const at = new Date(now)
  const rows = await selectListed(context.database.db, scope)
    .select(
      sql<Date | null>`(select max(o.created_at) from outbox o
        where o.payload ->> 'appointmentId' = a.id::text and o.kind = 'card_requested')`.as('asked_at'),
    )
    .select(agreesToTexts.as('agrees_to_texts'))
    .where('a.state', '=', 'booked')
    .where('a.pays_by', '!=', 'card')
    .where('a.ends_at', '>', new Date(now - worthMs))
    .where((where) => where.or([where('a.card_due_at', '<=', at), where('a.ends_at', '<=', at)]))
    .execute()
  return rows.map((row) => toItem(row, now))
}
