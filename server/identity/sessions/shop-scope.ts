import { sql, type RawBuilder } from 'kysely'
import type { User } from '../../../contract/identity/identity.ts'
import type { Standing } from '../../../contract/identity/roles.ts'
import { scopeOf } from '../../../contract/identity/permissions.ts'
import { refuse } from '../../../contract/refusals.ts'

declare const madeByTheGate: unique symbol

/**
 * The shops that a staff query reads and changes. Only the session gate (`./find-actor.ts`) creates one;
 * oxlint refuses other imports.
 */
export type ShopScope = { readonly [madeByTheGate]: true } & (
  | { readonly shops: 'all' | 'none' }
  | { readonly shops: 'own'; readonly ownerId: string }
)

/** A signed-in user with the shops in their scope, and the standing that permissions read. */
export type Actor = User & { readonly scope: ShopScope; readonly standing: Standing }

/** The shops of a signed-in user; none for a customer and for an unknown role. */
export function shopScope({ id, role }: Pick<User, 'id' | 'role'>): ShopScope {
  const scope = scopeOf(role, 'shop.read')
  const shops =
    scope === 'all'
      ? { shops: 'all' }
      : scope === 'ownShop'
        ? { shops: 'own', ownerId: id }
        : { shops: 'none' }
  return shops as ShopScope
}

/** The column of a query that holds the shop's id. */
type ShopColumn = 's.id' | 'shops.id' | 'a.shop_id'

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
      return ownedBy(scope.ownerId)[column]
  }
}

function ownedBy(ownerId: string): Record<ShopColumn, RawBuilder<boolean>> {
  return {
    // Checked on the locked row itself: after waiting for the lock, the current owner counts.
    's.id': sql<boolean>`s.owner_id = ${ownerId}`,
    'shops.id': sql<boolean>`shops.owner_id = ${ownerId}`,
    'a.shop_id': sql<boolean>`a.shop_id = (select id from shops where owner_id = ${ownerId})`,
  }
}
