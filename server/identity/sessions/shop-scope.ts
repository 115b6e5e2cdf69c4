import { sql, type RawBuilder } from 'kysely'
import type { User } from '../../../contract/identity/identity.ts'
import { scopeOf, type Action } from '../../../contract/identity/permissions.ts'
import { standingOf, type Standing } from '../../../contract/identity/roles.ts'
import { shopsWith, standingAt } from '../../../contract/identity/workplaces.ts'
import { refuse, type RefusalDetails } from '../../../contract/refusals.ts'
import type { Queryable } from '../../database/open-database.ts'

declare const madeByTheGate: unique symbol

/**
 * The shops that a staff query reads and changes for one action. Only the session gate creates one; oxlint
 * refuses other imports.
 */
export type ShopScope = { readonly [madeByTheGate]: true } & (
  | { readonly shops: 'all' | 'none' }
  | {
      readonly shops: 'own'
      readonly userId: string
      readonly shopIds: readonly number[]
      /** The standing at each of them when the gate made the scope. */
      readonly standings: Readonly<Record<number, Standing>>
    }
)

/** A signed-in user with the shops in their scope for the action of the call. */
export type Actor = User & { readonly scope: ShopScope }

/** The shops in which a user may perform an action; none for an unknown role. */
export function shopScope(user: Pick<User, 'id' | 'role' | 'workplaces'>, action: Action): ShopScope {
  if (scopeOf(user.role, action) === 'all') return { shops: 'all' } as ShopScope
  const shopIds = user.role === 'administrator' ? [] : shopsWith(user, action)
  if (shopIds.length === 0) return { shops: 'none' } as ShopScope
  const standings = Object.fromEntries(shopIds.map((id) => [id, standingAt(user, id)]))
  return { shops: 'own', userId: user.id, shopIds, standings } as unknown as ShopScope
}

/**
 * The scope without the other shops of a person with several. An administrator's stays: their lists have
 * filters of their own. Refuses a shop outside the scope as `not_found`.
 */
export function narrowTo(scope: ShopScope, shopId: number | null): ShopScope {
  if (scope.shops !== 'own' || shopId === null) return scope
  if (!scope.shopIds.includes(shopId)) return refuse('not_found')
  return { ...scope, shopIds: [shopId] }
}

/** The column of a query that holds the shop's id. */
type ShopColumn = 's.id' | 'shops.id' | 'a.shop_id' | 'c.shop_id'

/**
 * The condition that keeps a query within the shops of a scope. Refuses a scope without shops as
 * `not_allowed`.
 */
export function inScope(scope: ShopScope, column: ShopColumn): RawBuilder<boolean> {
  switch (scope.shops) {
    case 'none':
      return refuse('not_allowed')
    case 'all':
      return sql<boolean>`true`
    case 'own':
      return isMemberOf(scope)(sql.ref(column))
  }
}

/** Read from the members themselves: an access that ended since the gate is over. */
function isMemberOf({ userId, shopIds }: { userId: string; shopIds: readonly number[] }) {
  const [shopId] = shopIds
  // One shop is compared by equality, so that an index on the shop gives its rows in order.
  if (shopIds.length === 1)
    return (column: RawBuilder<unknown>) =>
      sql<boolean>`${column} = (select m.shop_id from shop_members m
        where m.user_id = ${userId} and m.shop_id = ${shopId})`
  return (column: RawBuilder<unknown>) =>
    sql<boolean>`${column} = any (array(select m.shop_id from shop_members m
      where m.user_id = ${userId} and m.shop_id = any (${shopIds})))`
}

/** A shop by its id. Refuses a missing shop and one outside the scope alike as `not_found`. */
export async function requireShop(
  db: Queryable,
  scope: ShopScope,
  shopId: number,
  details?: Pick<RefusalDetails, 'field'>,
) {
  const shop = await db
    .selectFrom('shops as s')
    .select(['s.id', 's.business_name', 's.time_zone'])
    .where('s.id', '=', shopId)
    .where(inScope(scope, 's.id'))
    .executeTakeFirst()
  return shop ?? refuse('not_found', details)
}

/**
 * Checks the access of a writer again, after it has waited for its locks, and keeps it from ending until the
 * transaction does. Refuses as `not_found` when the person no longer works at the shop, and as `not_allowed`
 * when the role changed or the shop was suspended meanwhile. Every transaction that changes rows of a scope
 * calls it (`tests/house/access-recheck.test.ts`).
 */
export async function requireStillInScope(tx: Queryable, scope: ShopScope, shopId: number): Promise<void> {
  if (scope.shops !== 'own') return
  const member = await tx
    .selectFrom('shop_members as m')
    .innerJoin('shops as s', 's.id', 'm.shop_id')
    .select(['m.role', 's.status', 's.ever_approved'])
    .where('m.shop_id', '=', shopId)
    .where('m.user_id', '=', scope.userId)
    .forShare('m')
    .executeTakeFirst()
  if (!member) return refuse('not_found')
  const isSuspended = member.status === 'suspended' && member.ever_approved
  if (standingOf({ role: member.role, isSuspended }) !== scope.standings[shopId])
    refuse('not_allowed', { sentence: 'Your access has just changed. Reload the page.' })
}
