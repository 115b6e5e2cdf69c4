import { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { workInRounds } from '../jobs/queue-rounds.ts'

export const deleteProviderCustomerJob = 'account.leave-provider'

const batchSize = 200

type PendingDeletion = { user_id: string; provider_customer_id: string | null; email: string }

/** Deletes a customer and their saved cards at the provider. An unknown customer counts as deleted. */
async function deleteCustomer({ stripe }: Context, id: string): Promise<void> {
  try {
    await stripe.customers.del(id)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return
    throw error
  }
}

async function deleteCustomersOf(
  context: Context,
  { user_id: userId, provider_customer_id: known, email }: PendingDeletion,
) {
  if (known !== null) await deleteCustomer(context, known)
  // Two processes that registered the same person at once left a duplicate customer.
  for await (const customer of context.stripe.customers.list({ email, limit: 100 })) {
    if (customer.metadata['user_id'] === userId) await deleteCustomer(context, customer.id)
  }
  await context.database.db.deleteFrom('provider_deletions').where('user_id', '=', userId).execute()
}

async function listPending({ database }: Context, after: PendingDeletion | null): Promise<PendingDeletion[]> {
  return database.db
    .selectFrom('provider_deletions')
    .select(['user_id', 'provider_customer_id', 'email'])
    .where('user_id', '>', after?.user_id ?? '')
    .orderBy('user_id')
    .limit(batchSize)
    .execute()
}

/**
 * Deletes the customers of deleted accounts at the card provider. A failed deletion is retried with the next
 * tick.
 */
export async function deleteProviderCustomers(context: Context): Promise<void> {
  await workInRounds(context, {
    name: 'provider_deletions',
    batchSize,
    list: (after: PendingDeletion | null) => listPending(context, after),
    work: async (person) => {
      try {
        await deleteCustomersOf(context, person)
      } catch (error) {
        const reason = error instanceof Stripe.errors.StripeError ? error.type : error
        context.log.warn(
          { userId: person.user_id, reason },
          'deleting a customer at the card provider failed',
        )
      }
    },
  })
}
