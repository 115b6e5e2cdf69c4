import type { Pool } from 'pg'

/** Gives shop 5 that many bays, so that a whole battery finds room there. */
export async function widenShop(pool: Pool, bays: number): Promise<void> {
  await pool.query(
    `insert into bays (shop_id, name) select 5, 'Bay ' || n from generate_series(3, $1::int) n`,
    [bays],
  )
}
