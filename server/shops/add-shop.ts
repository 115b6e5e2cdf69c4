import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { NewShop } from '../../contract/shops/shops.ts'
import type { Context } from '../context.ts'
import { consumeRateLimit } from '../identity/limits/rate-limit.ts'
import { findSignedIn } from '../identity/sessions/find-signed-in.ts'
import type { Device } from '../identity/sessions/device.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { findPlace, insertShop } from './insert-shop.ts'

const limit = { windowSeconds: 86_400, max: 10 }

/**
 * Adds a shop of an owner, pending approval, and returns the user with it. Refuses an owner with an unproven
 * address as `email_not_proven`, an unknown address as `address_not_found`, and the eleventh shop of a day as
 * `too_many_requests`.
 */
export async function addShop(context: Context, actor: Actor, device: Device, input: NewShop): Promise<User> {
  if (!actor.emailVerified) refuse('email_not_proven')
  await consumeRateLimit(context, `add-shop:${actor.id}`, limit)
  const found = await findPlace(context, device.network, input.address)
  await context.database.transaction((tx) => insertShop(tx, context, { input, ...found, ownerId: actor.id }))
  context.triggerJob('notifications.send-outbox')
  return (await findSignedIn(context, device.cookies)) ?? refuse('not_signed_in')
}
