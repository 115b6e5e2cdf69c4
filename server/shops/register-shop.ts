import { weekdays } from '../../contract/shops/business-hours.ts'
import type { AccountDetails, PayoutMethod, ShopRegistration } from '../../contract/shops/shops.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Caller } from '../http/handlers.ts'
import { createAccount } from '../identity/create-account.ts'
import { lastFourOf, sealPayoutDetail } from './payout-details.ts'

/** Until a shop says otherwise. */
const defaultTimeZone = 'America/Los_Angeles'

const fieldsOfMethod: Record<PayoutMethod, readonly (keyof AccountDetails)[]> = {
  'ACH Direct Deposit': ['routing', 'account'],
  PayPal: ['email'],
  Venmo: ['username'],
}

/**
 * Makes the shop's account and the shop, pending until an administrator approves it, with its week, one bay and its payout
 * details encrypted. Signs it in: returns the Set-Cookie lines. Refuses as `email_taken`.
 */
export async function registerShop(
  context: Context,
  caller: Caller,
  registration: ShopRegistration,
): Promise<{ email: string; cookies: string[] }> {
  const { user, cookies } = await createAccount(context, caller, {
    name: registration.businessName,
    email: registration.email,
    password: registration.password,
    role: 'shop',
  }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'account_not_created')
      return refuse('email_taken', { field: 'email' })
    throw error
  })
  await context.database.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('shops')
      .values({
        owner_id: user.id,
        business_name: registration.businessName,
        address: registration.address,
        time_zone: defaultTimeZone,
        status: 'pending',
        payout_method: registration.paymentMethod,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('shop_hours')
      .values(
        weekdays.map((weekday, index) => {
          const { isOpen, open, close } = registration.businessHours[weekday]
          return { shop_id: id, weekday: index + 1, is_open: isOpen, opens_at: open, closes_at: close }
        }),
      )
      .execute()
    await tx.insertInto('bays').values({ shop_id: id, name: 'Bay 1' }).execute()
    for (const field of fieldsOfMethod[registration.paymentMethod]) {
      const value = registration.accountDetails?.[field]
      if (value === undefined || value === '') continue
      await tx
        .insertInto('payout_details')
        .values({
          shop_id: id,
          field,
          sealed: sealPayoutDetail(context.secrets.payoutKeys, id, field, value),
          last_four: lastFourOf(value),
        })
        .execute()
    }
  })
  return { email: user.email, cookies }
}
