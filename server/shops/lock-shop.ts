import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'

/** Takes the turn of a shop whether or not it takes appointments; answers its status, undefined when there is none. */
export async function lockShop(tx: Queryable, shopId: number): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`
    select status from shops where id = ${shopId} for no key update`.execute(tx)
  return rows[0]?.status
}
