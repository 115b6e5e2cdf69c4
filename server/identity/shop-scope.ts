import { sql, type RawBuilder } from 'kysely'
import type { User } from '../../contract/identity/identity.ts'
import { scopeOf } from '../../contract/identity/permissions.ts'
import { refuse } from '../../contract/refusals.ts'

declare const madeByTheGate: unique symbol

/** The shops that a staff query reads and changes. Only the session gate (`find-actor.ts`) makes one; oxlint refuses other imports. */
export type ShopScope = { readonly [madeByTheGate]: true } & (
  | { readonly shops: 'all' | 'none' }
  | { readonly shops: 'own'; readonly ownerId: string }
)

/** A signed-in user with the shops in their scope. */
export type Actor = User & { readonly scope: ShopScope }

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

/** A column that names a shop's owner, or its id. */
type ShopColumn = 's.owner_id' | 'shops.owner_id' | 'a.shop_id'

/** The condition that keeps a query within the shops of a scope. Refuses a scope without shops as `not_allowed`. */
export function inScope(scope: ShopScope, column: ShopColumn): RawBuilder<boolean> {
  switch (scope.shops) {
    case 'none':
      return refuse('not_allowed')
    case 'all':
      return sql<boolean>`true`
    case 'own':
      return column === 'a.shop_id'
        ? sql<boolean>`a.shop_id = (select id from shops where owner_id = ${scope.ownerId})`
        : sql<boolean>`${sql.ref(column)} = ${scope.ownerId}`
  }
}
