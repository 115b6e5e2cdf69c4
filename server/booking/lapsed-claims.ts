import { sql } from 'kysely'
import { claimMinutes } from '../../contract/booking/appointment-states.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'

export const lapsedClaimWindowMs = 3_600_000
/** Days for which the network of a claim is kept. */
export const networkDays = 30

/** When the claim of appointment `a` and hold `h` lapsed. */
export const lapsedAt = sql<Date>`greatest(a.created_at + interval '1 minute' * ${claimMinutes}, h.created_at)`

/**
 * Whether the claim of appointment `a` and hold `h` took a bay for its whole time without a payment. Declined
 * cards and payments that never reached the provider do not count.
 */
export function isLapsed(now: number) {
  return sql<boolean>`(h.provider_intent_id is not null and h.live_at is null
    and (a.state = 'released' and h.status in ('releasing', 'released', 'lapsed')
        and h.changed_at >= a.created_at + interval '1 minute' * ${claimMinutes}
      or a.state = 'claimed' and a.claim_expires_at <= ${new Date(now)}))`
}

/** The refusal of a customer who let several claims lapse within an hour. */
export class ClaimsLapsed extends Refusal {
  constructor(retryAfterSeconds: number) {
    super('too_many_requests', {
      sentence:
        'Several payments were not finished, and their times were kept free for nothing. Please wait.',
      retryAfterSeconds,
    })
  }
}

/** The refusal that a customer's lapsed claims call for; null while they are few. */
export async function findClaimsLapsed(
  tx: Queryable,
  { config, clock }: Context,
  customerId: string,
): Promise<ClaimsLapsed | null> {
  const now = clock.now()
  const { rows } = await sql<{ lapsed_at: Date }>`
    select ${lapsedAt} as lapsed_at
      from appointments a join holds h on h.appointment_id = a.id and h.purpose = 'booking'
      where a.customer_id = ${customerId}
        and a.created_at > ${new Date(now - lapsedClaimWindowMs - claimMinutes * 60_000)}
        and ${isLapsed(now)}
      order by lapsed_at desc limit ${config.limits.lapsedClaims}`.execute(tx)
  const oldest = rows.at(-1)
  if (rows.length < config.limits.lapsedClaims || !oldest) return null
  const freeAgainAt = oldest.lapsed_at.getTime() + lapsedClaimWindowMs
  return new ClaimsLapsed(Math.max(1, Math.ceil((freeAgainAt - now) / 1000)))
}
