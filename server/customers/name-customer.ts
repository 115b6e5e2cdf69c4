import type { Queryable } from '../database/open-database.ts'

/**
 * Gives an account without a name, one that a mailed code created, the name of its order. An account with a
 * name keeps it, and its row is not locked.
 */
export async function nameCustomer(tx: Queryable, customerId: string, name: string): Promise<void> {
  await tx.updateTable('users').set({ name }).where('id', '=', customerId).where('name', '=', '').execute()
}
