import type { Context } from '../context.ts'

export type Payer = { userId: string; email: string; name: string }

async function findCustomer(context: Context, userId: string): Promise<string | undefined> {
  const known = await context.database.db
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return known?.provider_customer_id
}

/** The person's id at the card provider, made there at the first hold. Two processes at once get the same one. */
export async function ensureProviderCustomer(context: Context, payer: Payer): Promise<string> {
  const { userId, email, name } = payer
  const known = await findCustomer(context, userId)
  if (known !== undefined) return known
  // Without a key: a provider that failed once would repeat its failure for a day, and one customer too many does no harm.
  const customer = await context.stripe.customers.create({ email, name, metadata: { user_id: userId } })
  await context.database.db
    .insertInto('provider_customers')
    .values({
      user_id: userId,
      provider_customer_id: customer.id,
      created_at: new Date(context.clock.now()),
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  return (await findCustomer(context, userId)) ?? customer.id
}

/** Who pays for an appointment. */
export async function getPayer(context: Context, appointmentId: string): Promise<Payer> {
  return context.database.db
    .selectFrom('appointments as a')
    .innerJoin('users as u', 'u.id', 'a.customer_id')
    .select(['u.id as userId', 'u.email', 'u.name'])
    .where('a.id', '=', appointmentId)
    .executeTakeFirstOrThrow()
}

/** Forgets a customer that the provider does not know; the next hold makes the person known anew. */
export async function forgetProviderCustomer(context: Context, customerId: string): Promise<void> {
  await context.database.db
    .deleteFrom('provider_customers')
    .where('provider_customer_id', '=', customerId)
    .execute()
}
