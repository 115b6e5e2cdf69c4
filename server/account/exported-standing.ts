import type { Queryable } from '../database/open-database.ts'

/**
 * The limits that a customer hit, the decisions about them, the networks of their orders, and their card
 * attempts.
 */
export async function exportStanding(db: Queryable, customerId: string) {
  const hits = await db
    .selectFrom('customer_limit_hits')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('first_at')
    .execute()
  const decisions = await db
    .selectFrom('customer_decisions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  const networks = await db
    .selectFrom('claim_networks')
    .select(['appointment_id', 'network', 'claimed_at'])
    .where('customer_id', '=', customerId)
    .orderBy('claimed_at')
    .execute()
  const attempts = await db
    .selectFrom('card_attempts')
    .select(['network', 'tried_at', 'outcome', 'answered_at'])
    .where('account_id', '=', customerId)
    .orderBy('tried_at')
    .execute()
  return {
    limitsHit: hits.map((row) => ({
      limit: row.limit_name,
      network: row.network,
      times: row.hits,
      firstAt: row.first_at.toISOString(),
      lastAt: row.last_at.toISOString(),
    })),
    decisions: decisions.map((row) => ({
      decision: row.decision,
      limit: row.limit_name,
      until: row.lifted_until?.toISOString() ?? null,
      reason: row.reason,
      decidedAt: row.decided_at.toISOString(),
    })),
    orders: networks.map((row) => ({
      appointment: row.appointment_id,
      network: row.network,
      orderedAt: row.claimed_at.toISOString(),
    })),
    cardAttempts: attempts.map((row) => ({
      network: row.network,
      triedAt: row.tried_at.toISOString(),
      outcome: row.outcome,
      answeredAt: row.answered_at?.toISOString() ?? null,
    })),
  }
}
