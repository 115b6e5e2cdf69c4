import { sql } from 'kysely'
import type { Attention, AttentionItem } from '../../contract/admin/attention.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { formatCents } from '../../contract/money.ts'
import { answerByOf, closedStatuses, disputePhaseOf } from '../../contract/payments/dispute-states.ts'
import { disputeSentence, disputeWords } from '../../contract/payments/dispute-words.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed } from './listed-appointment.ts'

type Dispute = { status: string; amount_cents: number; reason: string; due_at: Date | null }

function sentenceOf(dispute: Dispute, reader: { timeZone: string; mayAnswer: boolean }): string {
  const phase = disputePhaseOf(dispute.status)
  const told = { phase, reason: dispute.reason, answerBy: answerByOf(dispute) }
  return `${disputeWords[phase]}: ${formatCents(dispute.amount_cents)}. ${disputeSentence(told, reader)}`
}

/**
 * Lists the open disputes of the appointments in scope, each with its deadline; in the words for those who
 * may answer them, or for a shop.
 */
export async function listDisputeItems(context: Context, actor: Actor): Promise<AttentionItem[]> {
  const mayAnswer = isAllowed(actor.role, 'dispute.answer')
  const rows = await selectListed(context.database.db, actor.scope)
    .innerJoin('disputes as d', 'd.appointment_id', 'a.id')
    .select(['d.status', 'd.amount_cents', 'd.reason', 'd.due_at', 'd.opened_at'])
    .where('d.status', 'not in', closedStatuses)
    .execute()
  return rows.map((row) => ({
    ...toBrief(row),
    reason: 'payment_disputed',
    sentence: sentenceOf(row, { timeZone: row.time_zone, mayAnswer }),
    since: row.opened_at.toISOString(),
    repair: null,
    mailId: null,
    askedAt: null,
    answerBy: answerByOf(row),
  }))
}

const mostStray = 20

/** Lists the oldest open disputes whose payment is not known here, and counts all. */
export async function listStrayDisputes(
  db: Queryable,
  actor: Actor,
): Promise<Pick<Attention, 'strayDisputes' | 'strayTotal'>> {
  if (!isAllowed(actor.role, 'dispute.answer')) return { strayDisputes: [], strayTotal: 0 }
  const rows = await db
    .selectFrom('disputes')
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .select(['id', 'status', 'amount_cents', 'reason', 'due_at'])
    .where('hold_id', 'is', null)
    .where('status', 'not in', closedStatuses)
    .orderBy('opened_at')
    .limit(mostStray)
    .execute()
  return {
    strayDisputes: rows.map((row) => ({
      id: row.id,
      amountCents: row.amount_cents,
      answerBy: answerByOf(row),
    })),
    strayTotal: rows[0]?.total ?? 0,
  }
}
