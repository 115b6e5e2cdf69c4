import type { Attention, AttentionItem } from '../../contract/admin/attention.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { formatCents } from '../../contract/money.ts'
import {
  answerByOf,
  closedStatuses,
  disputePhaseOf,
  isAnswerAwaited,
} from '../../contract/payments/dispute-states.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed } from './listed-appointment.ts'

type Dispute = { status: string; amount_cents: number; reason: string; due_at: Date | null }

function sentenceOf(dispute: Dispute, timeZone: string): string {
  const amount = formatCents(dispute.amount_cents)
  const reason = dispute.reason.replaceAll('_', ' ')
  const isInquiry = disputePhaseOf(dispute.status) === 'inquiry'
  const happened = isInquiry
    ? `The bank asks about the payment of ${amount} (${reason}). No money has moved.`
    : `The customer disputes ${amount} (${reason}). The bank has taken it back, and it cannot be refunded.`
  return `${happened} ${nextOf(dispute, timeZone)}`
}

function formatDeadline(dueAt: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(dueAt)
}

function nextOf(dispute: Dispute, timeZone: string): string {
  if (!isAnswerAwaited(dispute.status)) return 'Your answer is with the bank.'
  if (dispute.due_at === null) return 'The bank takes no answer.'
  return `Please answer in the card provider’s dashboard by ${formatDeadline(dispute.due_at, timeZone)}.`
}

/** Lists the open disputes of appointments for those who may answer them, each with its deadline. */
export async function listDisputeItems(context: Context, actor: Actor): Promise<AttentionItem[]> {
  if (!isAllowed(actor.standing, 'dispute.answer')) return []
  const rows = await selectListed(context.database.db, actor.scope)
    .innerJoin('disputes as d', 'd.appointment_id', 'a.id')
    .select(['d.status', 'd.amount_cents', 'd.reason', 'd.due_at', 'd.opened_at'])
    .where('d.status', 'not in', closedStatuses)
    .execute()
  return rows.map((row) => ({
    ...toBrief(row),
    reason: 'payment_disputed',
    sentence: sentenceOf(row, row.time_zone),
    since: row.opened_at.toISOString(),
    repair: null,
    mailId: null,
    askedAt: null,
    answerBy: answerByOf(row),
  }))
}

/** Lists the open disputes whose payment is not known here. */
export async function listStrayDisputes(db: Queryable, actor: Actor): Promise<Attention['strayDisputes']> {
  if (!isAllowed(actor.standing, 'dispute.answer')) return []
  const rows = await db
    .selectFrom('disputes')
    .select(['id', 'status', 'amount_cents', 'reason', 'due_at'])
    .where('hold_id', 'is', null)
    .where('status', 'not in', closedStatuses)
    .orderBy('opened_at')
    .limit(20)
    .execute()
  return rows.map((row) => ({ id: row.id, amountCents: row.amount_cents, answerBy: answerByOf(row) }))
}
