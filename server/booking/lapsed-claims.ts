import { sql } from 'kysely'
import { claimMinutes } from '../../contract/booking/appointment-states.ts'
import { Refusal } from '../../contract/refusals.ts'
import { retentionDays } from '../../contract/retention.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'

export const lapsedClaimWindowMs = 3_600_000
/** Days for which the network of a claim is kept. */
export const networkDays: number = retentionDays.claimNetworks
/**
 * A claim that stayed unpaid for so long weighs as much as one that lapsed. A customer who corrects the card
 * or the time replaces a claim within a few minutes; a bank's check rarely takes longer.
 */
export const wholeClaimMinutes = 5

/**
 * The claims that ended unpaid: `id`, `customer_id`, `created_at`, `ended_at` and `weight`. They lapsed, or
 * were declined, replaced by a newer order, cancelled or released by staff. The first of these in the ledger
 * is the end, because the rows of appointments and holds change later. A payment after the end goes back, and
 * does not make the claim a paid one. Payments that never reached the provider do not count.
 *
 * A claim of `wholeClaimMinutes` weighs 1, a shorter one its share of the time of a claim, so that many short
 * ones gain nothing: 5 minutes 1, 3 minutes 0.2, 1 minute 0.07.
 */
export function unpaidClaims(now: number) {
  const whole = sql`interval '1 minute' * ${claimMinutes}`
  return sql`(
    select c.id, c.customer_id, c.created_at, c.ended_at,
        case when c.ended_at - c.created_at >= interval '1 minute' * ${wholeClaimMinutes} then 1.0
          else extract(epoch from c.ended_at - c.created_at) / extract(epoch from ${whole}) end as weight
      from (
        select a.id, a.customer_id, a.created_at,
            least(a.created_at + ${whole}, coalesce(ended.at, a.claim_expires_at)) as ended_at
          from appointments a
          join holds h on h.appointment_id = a.id and h.purpose = 'booking'
          cross join lateral (
            select min(l.recorded_at) as at from ledger l
              where l.appointment_id = a.id and l.hold_id = h.id
                and l.movement in ('release_requested', 'hold_released', 'hold_declined', 'hold_lapsed')) ended
          -- The state spares paid claims the look into the ledger.
          where a.state in ('claimed', 'cancelled', 'released') and h.provider_intent_id is not null
            and (h.live_at is null or h.live_at > ended.at)
            and (ended.at is not null or a.state = 'claimed' and a.claim_expires_at <= ${new Date(now)})) c)`
}

/** The refusal of a customer whose claims ended unpaid several times within an hour. */
export class ClaimsLapsed extends Refusal {
  constructor(retryAfterSeconds: number) {
    super('too_many_requests', {
      sentence:
        'You left several payments unfinished while their times were reserved. Wait before you book again.',
      retryAfterSeconds,
    })
  }
}

/** The refusal that a customer's unpaid claims call for; null while they are few. */
export async function findClaimsLapsed(
  tx: Queryable,
  { config, clock }: Context,
  customerId: string,
): Promise<ClaimsLapsed | null> {
  const now = clock.now()
  const since = now - lapsedClaimWindowMs
  // The claim whose weight reaches the limit, counted from the latest back: the wait ends with its hour.
  const { rows } = await sql<{ ended_at: Date }>`
    select ended_at from (
      select ended_at, sum(weight) over (order by ended_at desc, id) as total
        from ${unpaidClaims(now)} claims
        where customer_id = ${customerId} and ended_at > ${new Date(since)}
          and created_at > ${new Date(since - claimMinutes * 60_000)}) recent
      where total >= ${config.limits.lapsedClaims}
      order by total limit 1`.execute(tx)
  const [decisive] = rows
  if (!decisive) return null
  const freeAgainAt = decisive.ended_at.getTime() + lapsedClaimWindowMs
  return new ClaimsLapsed(Math.max(1, Math.ceil((freeAgainAt - now) / 1000)))
}
