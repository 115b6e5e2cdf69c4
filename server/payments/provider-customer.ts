import type { Context } from '../context.ts'

export type Payer = { userId: string; email: string; name: string }

/** The person's id at the card provider, made there at the first hold. Two processes at once get the same one. */
export async function ensureProviderCustomer(context: Context, payer: Payer): Promise<string> {
  const { db } = context.database
  const known = await db
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('user_id', '=', payer.userId)
    .executeTakeFirst()
  if (known) return known.provider_customer_id
  const customer = await context.stripe.customers.create(
    { email: payer.email, name: payer.name, metadata: { user_id: payer.userId } },
    { idempotencyKey: `customer-${payer.userId}` },
  )
  await db
    .insertInto('provider_customers')
    .values({
      user_id: payer.userId,
      provider_customer_id: customer.id,
      created_at: new Date(context.clock.now()),
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  return customer.id
}
