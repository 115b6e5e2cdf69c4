import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import { sql } from 'kysely'

/**
 * The payer of an appointment: the user, the id at the card provider if there is one, and the installation
 * that is paid.
 */
export type Payer = {
  userId: string
  email: string
  name: string
  providerCustomerId: string | null
  installationId: string
}

/**
 * The user whose record at the card provider pays for an appointment: the customer, or the guest of before.
 */
export function payerIdOf(appointment: Pick<AppointmentRow, 'customer_id' | 'payer_id'>): string {
  return appointment.payer_id ?? appointment.customer_id
}

async function findCustomer(context: Context, userId: string): Promise<string | undefined> {
  const known = await context.database.db
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return known?.provider_customer_id
}

/**
 * The user's customer id at the card provider, which is created at the first hold. Concurrent calls return
 * the same id.
 */
export async function ensureProviderCustomer(context: Context, payer: Payer): Promise<string> {
  const { userId, email, name, providerCustomerId } = payer
  if (providerCustomerId !== null) return providerCustomerId
  // Without an idempotency key: after one failure the provider would repeat the failure for a day under that
  // key. A duplicate customer does no harm.
  const customer = await context.stripe.customers.create({
    ...(email !== '' && { email }),
    name,
    metadata: { user_id: userId },
  })
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

/** The payer of an appointment. */
export async function getPayer(db: Queryable, appointmentId: string): Promise<Payer> {
  return (
    db
      .selectFrom('appointments as a')
      .innerJoin('users as u', (join) => join.on(sql<boolean>`u.id = coalesce(a.payer_id, a.customer_id)`))
      .leftJoin('guests as g', 'g.user_id', 'u.id')
      .innerJoin('installation as i', (join) => join.onTrue())
      .leftJoin('provider_customers as c', 'c.user_id', 'u.id')
      .select(['u.id as userId', 'u.name', 'i.id as installationId'])
      // The address of a guest's row is none.
      .select(
        sql<string>`case when g.user_id is null then u.email else coalesce(g.email, '') end`.as('email'),
      )
      .select('c.provider_customer_id as providerCustomerId')
      .where('a.id', '=', appointmentId)
      .executeTakeFirstOrThrow()
  )
}

/** Deletes a customer id that the provider does not know; the next hold creates a new one. */
export async function forgetProviderCustomer(context: Context, customerId: string): Promise<void> {
  await context.database.db
    .deleteFrom('provider_customers')
    .where('provider_customer_id', '=', customerId)
    .execute()
}
