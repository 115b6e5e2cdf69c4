import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'

/** Who pays, how the provider knows them, if it does, and the installation to which they pay. */
export type Payer = {
  userId: string
  email: string
  name: string
  providerCustomerId: string | null
  installationId: string
}

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
  const { userId, email, name, providerCustomerId } = payer
  if (providerCustomerId !== null) return providerCustomerId
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

/** The customer of an appointment, as the card provider knows them. */
export async function getPayer(db: Queryable, appointmentId: string): Promise<Payer> {
  return db
    .selectFrom('appointments as a')
    .innerJoin('users as u', 'u.id', 'a.customer_id')
    .innerJoin('installation as i', (join) => join.onTrue())
    .leftJoin('provider_customers as c', 'c.user_id', 'u.id')
    .select(['u.id as userId', 'u.email', 'u.name', 'i.id as installationId'])
    .select('c.provider_customer_id as providerCustomerId')
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
