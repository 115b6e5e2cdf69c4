import type { Pool } from 'pg'

/**
 * Every two appointments that are in one bay at one time, computed from their times alone: the product's
 * rules and its constraint have no part in it. An appointment that ended without work takes no room.
 */
export async function findOverlaps(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ bay: number; one: string; other: string; at: Date }>(
    `select a.bay_id as bay, a.id as one, b.id as other, b.starts_at as at from appointments a join appointments b
      on b.bay_id = a.bay_id and b.id <> a.id and b.starts_at >= a.starts_at and b.starts_at < a.ends_at
        and (b.starts_at > a.starts_at or b.id > a.id)
      where a.state not in ('cancelled', 'released') and b.state not in ('cancelled', 'released')`,
  )
  return rows.map(
    ({ bay, one, other, at }) => `bay ${bay} is taken twice at ${at.toISOString()}: ${one} and ${other}`,
  )
}
