import type { Queryable } from '../database/open-database.ts'

/** Locks a shop's row until the transaction ends and returns its status, whatever that is; undefined when there is no such shop. */
export async function lockShop(tx: Queryable, shopId: number): Promise<string | undefined> {
  const shop = await tx
    .selectFrom('shops')
    .select('status')
    .where('id', '=', shopId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return shop?.status
}
