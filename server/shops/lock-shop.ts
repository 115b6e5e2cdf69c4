import type { Queryable } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'

const statusUnderLock = statement((tx, { id }: { id: number }) =>
  tx.selectFrom('shops').select('status').where('id', '=', id).forNoKeyUpdate(),
)

/** Takes the turn of a shop whether or not it takes appointments; answers its status, undefined when there is none. */
export async function lockShop(tx: Queryable, shopId: number): Promise<string | undefined> {
  const [shop] = await statusUnderLock(tx, { id: shopId })
  return shop?.status
}
