import type { User } from '../../../contract/identity/identity.ts'
import type { Action } from '../../../contract/identity/permissions.ts'
import type { Context } from '../../context.ts'
import { findSignedIn } from './find-signed-in.ts'
import { shopScope, type Actor } from './shop-scope.ts'

/** A signed-in user with the shops where they may perform an action. */
export function actorFor(user: User, action: Action): Actor {
  return { ...user, scope: shopScope(user, action) }
}

/**
 * The session gate: the owner of the cookies' session, with the shops in which they may perform the action of
 * the call. Null as in `findSignedIn`.
 */
export async function findActor(
  context: Context,
  cookies: string | null,
  action: Action,
): Promise<Actor | null> {
  const user = await findSignedIn(context, cookies)
  return user && actorFor(user, action)
}
