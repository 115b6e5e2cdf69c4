import { hashPassword } from 'better-auth/crypto'
import { refuse } from '../../contract/refusals.ts'
import type { ShopRegistration } from '../../contract/shops/shops.ts'
import type { Context } from '../context.ts'
import { queueAccountExistsMail } from '../identity/create-account.ts'
import type { Device } from '../identity/sessions/device.ts'
import { insertAccount } from '../identity/insert-account.ts'
import { mailProofLink } from '../identity/prove-email.ts'
import { requireGoodPassword } from '../identity/passwords/require-good-password.ts'
import { openSession } from '../identity/sessions/sign-in.ts'
import { findPlace, insertShop } from './insert-shop.ts'

/**
 * Creates the shop's account and the shop (pending approval), with its week, one bay, its encrypted payout
 * details and the mails about it, in one transaction. Mails the link that verifies the address, and signs the
 * shop in: returns the Set-Cookie lines. Administrators hear of it once the address is proven. Refuses a weak
 * password, an unknown address as `address_not_found`, and an email with an account as `email_taken`. While
 * the maps provider is unavailable, or its requests are used up, the shop registers without coordinates and
 * in the default time zone.
 */
export async function registerShop(
  context: Context,
  device: Device,
  registration: ShopRegistration,
): Promise<{ email: string; cookies: string[] }> {
  const { businessName, password } = registration
  const email = registration.email.toLowerCase()
  requireGoodPassword(password, email)
  const { place, timeZone } = await findPlace(context, device.network, registration.address)
  const passwordHash = await hashPassword(password)
  const ownerId = await context.database.transaction(async (tx) => {
    const account = { name: businessName, email, passwordHash, role: 'shop', emailVerified: false } as const
    const ownerId = await insertAccount(tx, account)
    if (ownerId === null) return null
    await insertShop(tx, context, { input: registration, place, timeZone, ownerId })
    return ownerId
  })
  if (ownerId === null) {
    await queueAccountExistsMail(context, email)
    return refuse('email_taken', { field: 'email' })
  }
  await mailProofLink(context, { id: ownerId, email })
  context.triggerJob('notifications.send-outbox')
  const { cookies } = await openSession(context, device, { email, password })
  return { email, cookies }
}
