import type { CustomerDecision, WatchedCustomer } from '../../contract/admin/customers.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { releaseClaims } from '../booking/release-claims.ts'
import { lockCustomer } from '../customers/own-appointments.ts'
import { findRestrictions } from '../customers/restrictions.ts'
import { getWatchedCustomer } from './watched-customers.ts'

/**
 * Records an administrator's decision about a customer: blocks, unblocks, or lifts a limit for a time. To
 * block a blocked customer again, or to unblock another one, has no effect. A block releases unpaid claims;
 * appointments stand. Refuses as `not_found` an account that is missing, deleted or not a customer's.
 */
export async function decideCustomer(
  context: Context,
  actor: Actor,
  customerId: string,
  asked: CustomerDecision,
): Promise<WatchedCustomer> {
  await context.database.transaction(async (tx) => {
    // Orders take the same lock: one that comes later sees the decision.
    await lockCustomer(tx, customerId)
    await requireCustomer(tx, customerId)
    await recordDecision(tx, context, { customerId, actorId: actor.id }, asked)
  })
  if (asked.decision === 'block') await releaseClaims(context, customerId, actor.id)
  return getWatchedCustomer(context, customerId)
}

async function requireCustomer(tx: Queryable, customerId: string): Promise<void> {
  const customer = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', customerId)
    .where('role', '=', 'customer')
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!customer) refuse('not_found')
}

async function recordDecision(
  tx: Queryable,
  { clock }: Context,
  { customerId, actorId }: { customerId: string; actorId: string },
  asked: CustomerDecision,
): Promise<void> {
  const now = clock.now()
  const { isBlocked } = await findRestrictions(tx, customerId, now)
  if (asked.decision !== 'lift' && isBlocked === (asked.decision === 'block')) return
  const lift = asked.decision === 'lift' ? asked : null
  await tx
    .insertInto('customer_decisions')
    .values({
      customer_id: customerId,
      decision: asked.decision,
      limit_name: lift?.limit ?? null,
      lifted_until: lift && new Date(now + lift.hours * 3_600_000),
      reason: asked.reason,
      actor_id: actorId,
      decided_at: new Date(now),
    })
    .execute()
}
