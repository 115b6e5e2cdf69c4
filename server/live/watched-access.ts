import type { Context } from '../context.ts'
import { lacksSecondFactor } from '../identity/second-factor/lacks-second-factor.ts'
import { findActor } from '../identity/sessions/find-actor.ts'
import type { ShopScope } from '../identity/sessions/shop-scope.ts'

/** The access of one stream: its account, its standing and the shops whose news it gets. */
export type WatchedAccess = {
  userId: string
  /** 'all', or the ids of the shops. */
  shops: 'all' | ReadonlySet<number>
  /** Equal for equal access: any other ends the stream, so that its page asks the session gate again. */
  digest: string
}

function shopsOf(scope: ShopScope): WatchedAccess['shops'] | null {
  switch (scope.shops) {
    case 'none':
      return null
    case 'all':
      return 'all'
    case 'own':
      return new Set(scope.shopIds)
  }
}

/** The access that the cookies give now, by the session gate; null for none. */
export async function findWatchedAccess(
  context: Context,
  cookies: string | null,
): Promise<WatchedAccess | null> {
  const actor = await findActor(context, cookies, 'live.watch')
  if (!actor || lacksSecondFactor(context, actor, 'live.watch')) return null
  const shops = shopsOf(actor.scope)
  if (shops === null) return null
  const places = actor.workplaces.map(({ shopId, role, isSuspended }) => `${shopId} ${role} ${isSuspended}`)
  return { userId: actor.id, shops, digest: [actor.id, actor.role, ...places.sort()].join(', ') }
}

export function seesNewsOf({ shops }: WatchedAccess, shopId: number): boolean {
  return shops === 'all' || shops.has(shopId)
}
