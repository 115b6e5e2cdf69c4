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
import { locate } from './geocode.ts'
import { givenDetails, putPayoutDetail } from './payout-rows.ts'
import { queueShopNews } from './queue-shop-news.ts'
import { recordShopChanges } from './shop-audit.ts'
import { changedFacts } from './shop-facts.ts'
import { columnsOfPlace } from './shop-place.ts'
import { timeZoneAt } from './time-zone.ts'
import { putWeek } from './week-rows.ts'

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
  const { businessName, address, password, paymentMethod } = registration
  const email = registration.email.toLowerCase()
  requireGoodPassword(password, email)
  const located = await locate(context, device.network, address)
  if (located === 'not_found') refuse('address_not_found', { field: 'address' })
  const place = located === 'unavailable' || located === 'spent' ? null : located
  const { db, transaction } = context.database
  const timeZone = await timeZoneAt(db, place)
  const passwordHash = await hashPassword(password)
  const ownerId = await transaction(async (tx) => {
    const account = { name: businessName, email, passwordHash, role: 'shop', emailVerified: false } as const
    const ownerId = await insertAccount(tx, account)
    if (ownerId === null) return null
    const shop = await tx
      .insertInto('shops')
      .values({
        owner_id: ownerId,
        business_name: businessName,
        address,
        ...columnsOfPlace(place),
        time_zone: timeZone,
        status: 'pending',
        payout_method: paymentMethod,
        ...changedFacts({ phone: registration.phone }),
        announced_at: null,
        created_at: new Date(context.clock.now()),
      })
      .returning(['id', 'business_name', 'address', 'created_at'])
      .executeTakeFirstOrThrow()
    await putWeek(tx, shop.id, registration.businessHours)
    await tx.insertInto('bays').values({ shop_id: shop.id, name: 'Bay 1' }).execute()
    for (const { field, value } of givenDetails(paymentMethod, registration.accountDetails)) {
      await putPayoutDetail(tx, context.secrets.payoutKeys, { shopId: shop.id, field, value })
    }
    await recordShopChanges(tx, shop.id, { actorId: ownerId, at: shop.created_at })
    await queueShopNews(tx, context, shop, { kind: 'shop_registered' }, ownerId)
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
