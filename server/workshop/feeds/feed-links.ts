import { createHash, randomBytes } from 'node:crypto'
import type { CalendarFeeds, FeedKind } from '../../../contract/feeds/feeds.ts'
import { isAllowed } from '../../../contract/identity/permissions.ts'
import type { Standing } from '../../../contract/identity/roles.ts'
import { standingAt } from '../../../contract/identity/workplaces.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { requireShop, requireStillInScope, type Actor } from '../../identity/sessions/shop-scope.ts'

const secretBytes = 32

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The kinds of a standing: every job of the shop only for those who read its appointments. */
export function feedKindsOf(standing: Standing): FeedKind[] {
  return [
    ...(isAllowed(standing, 'appointment.read') ? (['shop'] as const) : []),
    ...(isAllowed(standing, 'work.read') ? (['mine'] as const) : []),
  ]
}

/** The subscriptions of the actor at a shop. Refuses a shop out of scope as `not_found`. */
export async function listFeeds(context: Context, actor: Actor, shopId: number): Promise<CalendarFeeds> {
  const { db } = context.database
  await requireShop(db, actor.scope, shopId)
  const rows = await db
    .selectFrom('calendar_feeds')
    .select(['kind', 'created_at', 'last_read_at'])
    .where('shop_id', '=', shopId)
    .where('user_id', '=', actor.id)
    .orderBy('kind', 'desc')
    .execute()
  return {
    possible: feedKindsOf(standingAt(actor, shopId)),
    feeds: rows.map((row) => ({
      kind: row.kind,
      createdAt: row.created_at.toISOString(),
      lastReadAt: row.last_read_at?.toISOString() ?? null,
    })),
  }
}

/**
 * Makes a subscription and returns its secret address; an earlier address of the same kind ends. Refuses a
 * kind that the role may not have as `not_allowed`.
 */
export async function createFeed(
  context: Context,
  actor: Actor,
  shopId: number,
  kind: FeedKind,
): Promise<{ url: string }> {
  const secret = randomBytes(secretBytes).toString('base64url')
  const made = {
    secret_hash: hashOf(secret),
    created_at: new Date(context.clock.now()),
    last_read_at: null,
  }
  await context.database.transaction(async (tx) => {
    await requireShop(tx, actor.scope, shopId)
    await requireStillInScope(tx, actor.scope, shopId)
    if (!feedKindsOf(standingAt(actor, shopId)).includes(kind)) refuse('not_allowed')
    await tx
      .insertInto('calendar_feeds')
      .values({ shop_id: shopId, user_id: actor.id, kind, ...made })
      .onConflict((conflict) => conflict.columns(['shop_id', 'user_id', 'kind']).doUpdateSet(made))
      .execute()
  })
  return { url: `${context.config.publicUrl}/api/calendar/${secret}.ics` }
}

/** Ends a subscription: its address is unknown from now on. */
export async function revokeFeed(
  context: Context,
  actor: Actor,
  shopId: number,
  kind: FeedKind,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await requireShop(tx, actor.scope, shopId)
    await requireStillInScope(tx, actor.scope, shopId)
    await tx
      .deleteFrom('calendar_feeds')
      .where('shop_id', '=', shopId)
      .where('user_id', '=', actor.id)
      .where('kind', '=', kind)
      .execute()
  })
}
