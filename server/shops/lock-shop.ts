import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'

const statusUnderLock = statement((tx, { id }: { id: number }) =>
  tx.selectFrom('shops').select('status').where('id', '=', id).forNoKeyUpdate(),
)

const freeStatus = statement(
  (_tx, { id }: { id: number }) => sql<{ id: number; status: string }>`
    select id, status from shops where id = ${id} for no key update skip locked`,
)

const freeStatuses = statement(
  (_tx, { ids }: { ids: number[] }) => sql<{ id: number; status: string }>`
    select id, status from shops where id = any (${ids}::integer[]) for no key update skip locked`,
)

/** Takes the turns of those shops that nobody else has at this moment, and answers these shops' status. */
export async function lockFreeShops(
  tx: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const [only] = ids
  const shops = await (only !== undefined && ids.length === 1
    ? freeStatus(tx, { id: only })
    : freeStatuses(tx, { ids: [...ids] }))
  return new Map(shops.map(({ id, status }) => [id, status]))
}

/** Takes the turn of a shop whether or not it takes appointments; answers its status, undefined when there is none. */
export async function lockShop(tx: Queryable, shopId: number): Promise<string | undefined> {
  const [shop] = await statusUnderLock(tx, { id: shopId })
  return shop?.status
}
