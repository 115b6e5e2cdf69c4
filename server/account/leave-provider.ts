import { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { forEachConcurrently } from '../concurrency/for-each-concurrently.ts'

export const leaveProviderJob = 'account.leave-provider'

type Leaving = { user_id: string; provider_customer_id: string | null; email: string }

/** Deletes a customer at the provider, and with it the saved cards. One that it does not know is gone already. */
async function deleteCustomer({ stripe }: Context, id: string): Promise<void> {
  try {
    await stripe.customers.del(id)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return
    throw error
  }
}

async function leave(context: Context, { user_id: userId, provider_customer_id: known, email }: Leaving) {
  if (known !== null) await deleteCustomer(context, known)
  // Two processes that made the same person known at once left one customer too many there.
  for await (const customer of context.stripe.customers.list({ email, limit: 100 })) {
    if (customer.metadata['user_id'] === userId) await deleteCustomer(context, customer.id)
  }
  await context.database.db.deleteFrom('provider_deletions').where('user_id', '=', userId).execute()
}

/** Has the card provider forget everybody who left; whoever it does not answer for is asked again with the next tick. */
export async function leaveProvider(context: Context): Promise<void> {
  const leaving = await context.database.db
    .selectFrom('provider_deletions')
    .select(['user_id', 'provider_customer_id', 'email'])
    .orderBy('asked_at')
    .limit(200)
    .execute()
  await forEachConcurrently(leaving, async (person) => {
    try {
      await leave(context, person)
    } catch (error) {
      const reason = error instanceof Stripe.errors.StripeError ? error.type : error
      context.log.warn({ userId: person.user_id, reason }, 'the card provider has not forgotten somebody yet')
    }
  })
}
