import { sql, type SqlBool } from 'kysely'
import type { AttentionItem } from '../../contract/admin/attention.ts'
import { closedStatuses } from '../../contract/payments/dispute-states.ts'
import { formatCents } from '../../contract/money.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { renewalHours } from '../../contract/payments/hold-plan.ts'
import { isInWork } from '../../contract/workshop/work-states.ts'
import { healthOf } from '../holds/hold-health.ts'
import type { Context } from '../context.ts'
import type { HoldRow } from '../database/rows.ts'
import { findRefundable } from '../payments/refundable.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { canAskForCard } from './ask-for-card.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed, type ListedRow } from './listed-appointment.ts'
import { isHoldOfPrice } from '../payments/price/extra-purposes.ts'

/** Unpaid appointments stay listed for this many days after their start. */
const worthDays = 30
const dayMs = 86_400_000
/** Time for the customer to finish 3-D Secure before it counts as a problem. */
const challengeMs = 3 * 60_000

type Problem = Pick<AttentionItem, 'reason' | 'sentence' | 'since'>
/** `mayRefund`: whether the reader refunds payments; a shop does not. `dueCents`: of a refused refund. */
type Reading = { now: number; mayRefund: boolean; dueCents: number }
type OpenHold = Pick<
  HoldRow,
  'id' | 'status' | 'purpose' | 'amount_cents' | 'captured_cents' | 'refunded_cents' | 'fee_cents'
> & {
  changedAt: number
}
type Row = ListedRow & {
  open: OpenHold | null
  asked_at: Date | null
  refused_since: Date | null
  lapsed_at: Date | null
}

/** A refund that the provider refused. One that waits for the end of a dispute is listed with the dispute. */
const isRefundStuck = sql<SqlBool>`(h.status = 'refunding' and h.asked_until > now() and not exists (
  select from disputes d where d.hold_id = h.id and d.status <> all(${closedStatuses})))`

/** The hold that is blocked on a person, as JSON: open 3-D Secure, or a stuck refund. */
const openHold = sql<OpenHold | null>`(
  select json_build_object('id', h.id, 'status', h.status, 'purpose', h.purpose, 'amount_cents', h.amount_cents,
    'captured_cents', h.captured_cents, 'refunded_cents', h.refunded_cents, 'fee_cents', h.fee_cents, 'changedAt', (extract(epoch from h.changed_at) * 1000)::bigint)
  from holds h where h.appointment_id = a.id
    and (h.status = 'requires_action' or ${isRefundStuck})
  order by h.status = 'refunding' desc limit 1)`

/** The first refusal of the card since it was last held. */
const refusedSince = sql<Date | null>`(
  select min(h.changed_at) from holds h where h.appointment_id = a.id and h.status = 'declined'
    and ${isHoldOfPrice}
    and h.created_at > coalesce((select max(l.live_at) from holds l where l.appointment_id = a.id), '-infinity'))`

/** The end of the latest hold, by the provider's deadline. */
const holdEndedAt = sql<Date | null>`(
  select max(h.capture_before) from holds h where h.appointment_id = a.id and h.live_at is not null
    and ${isHoldOfPrice})`

const askedAt = sql<Date | null>`(
  select max(o.created_at) from outbox o
  where o.payload ->> 'appointmentId' = a.id::text and o.kind = 'card_confirmation_needed')`

/** Staff charge once the work is done, which may take longer than its time. */
function doneSentence({ work_state: workState }: Row): string {
  return isInWork(workState)
    ? 'The time of the job is over and the work is not done. Please capture the payment once it is, while the card is still held.'
    : 'The job is over and the payment is not captured. Please capture it while the card is still held.'
}

function failedSentence(row: Row, liveUntil: string | null, now: number): string {
  const endsAt = row.ends_at.getTime()
  if (liveUntil !== null && Date.parse(liveUntil) > Math.max(endsAt, now))
    return 'The hold ends soon after the job and could not be renewed. Please capture the payment as soon as the work is done.'
  if (now >= endsAt && isInWork(row.work_state))
    return 'The time of the job is over and no card is held. Once the work is done, capture the payment, which charges the saved card, or ask the customer to confirm it.'
  return now >= endsAt
    ? 'The job is over and no card is held. Please capture the payment, which charges the saved card, or ask the customer to confirm it.'
    : 'No card is held, and every attempt has failed. Please ask the customer to confirm the card before the work begins.'
}

function problemOf(row: Row, health: HoldHealth, { now, mayRefund, dueCents }: Reading): Problem | null {
  const { open } = row
  if (open?.status === 'refunding') {
    return {
      reason: 'refund_refused',
      sentence: `The card provider didn’t refund ${formatCents(dueCents)}. ${mayRefund ? 'Please refund it in the provider’s dashboard.' : 'An administrator refunds it in the provider’s dashboard.'}`,
      since: new Date(open.changedAt).toISOString(),
    }
  }
  if (open?.status === 'requires_action') {
    if (now - open.changedAt < challengeMs) return null
    return {
      reason: 'card_check_open',
      sentence:
        row.claim_expires_at === null
          ? 'The customer hasn’t confirmed with the bank yet.'
          : 'The customer’s bank asked for a confirmation. Without it, we release the time within 15 minutes.',
      since: new Date(open.changedAt).toISOString(),
    }
  }
  const { state, liveUntil } = health
  if (state === 'failed' || (state === 'saved' && now >= row.ends_at.getTime())) {
    return {
      reason: 'hold_failed',
      sentence: failedSentence(row, liveUntil, now),
      since: unheldSince(row, now).toISOString(),
    }
  }
  if (state === 'live' && now >= row.ends_at.getTime()) {
    return {
      reason: 'done_not_charged',
      sentence: doneSentence(row),
      since: row.ends_at.toISOString(),
    }
  }
  if (state !== 'unconfirmed') return null
  return {
    reason: 'card_unconfirmed',
    sentence: 'We couldn’t renew the hold without the customer. We asked for a confirmation.',
    since: (row.refused_since ?? row.hold_attempted_at ?? row.created_at).toISOString(),
  }
}

/**
 * The instant from which nothing can be done without the customer: the last try failed, or the hold lapsed.
 */
function unheldSince(row: Row, now: number): Date {
  if (row.hold_failed_at !== null) return row.hold_failed_at
  const lapsed = row.lapsed_at?.getTime() ?? 0
  return new Date(Math.max(row.ends_at.getTime(), lapsed <= now ? lapsed : 0))
}

/** Lists the appointments whose card or refund needs attention from staff. */
export async function listCardTroubles(context: Context, { scope, role }: Actor): Promise<AttentionItem[]> {
  const mayRefund = isAllowed(role, 'appointment.cancel', { state: 'completed' })
  const now = context.clock.now()
  // A no-show has an entry of its own.
  const nearby = sql<SqlBool>`a.state = 'booked'
    and a.work_state in ('booked', 'arrived', 'in_bay', 'ready', 'handed_over')
    and a.starts_at between ${new Date(now - worthDays * dayMs)} and ${new Date(now + renewalHours[0] * 3_600_000)}
    and (a.hold_failed_at is not null or a.hold_attempted_at is not null or a.ends_at <= ${new Date(now)})`
  const waiting = sql<SqlBool>`a.id in (select h.appointment_id from holds h where h.status = 'requires_action'
    or ${isRefundStuck})`
  const select = () =>
    selectListed(context.database.db, scope)
      .select([openHold.as('open'), askedAt.as('asked_at')])
      .select([refusedSince.as('refused_since'), holdEndedAt.as('lapsed_at')])
  const rows = [...(await select().where(nearby).execute()), ...(await select().where(waiting).execute())]
  const known = new Map(rows.map((row) => [row.id, row]))
  const items: AttentionItem[] = []
  for (const row of known.values()) {
    const health = healthOf(row, row.holds, now)
    const dueCents = await findDueRefund(context, row.open)
    const problem = problemOf(row, health, { now, mayRefund, dueCents })
    if (!problem) continue
    const isAskable = row.state === 'booked' && canAskForCard(health, row.ends_at.getTime(), now)
    items.push({
      ...toBrief(row),
      ...problem,
      repair: isAskable ? ('ask_for_card' as const) : null,
      mailId: null,
      askedAt: row.asked_at?.toISOString() ?? null,
      answerBy: null,
    })
  }
  return items
}

async function findDueRefund({ database }: Context, open: OpenHold | null): Promise<number> {
  if (open?.status !== 'refunding') return 0
  return (await findRefundable(database.db, open)).refundableCents
}
