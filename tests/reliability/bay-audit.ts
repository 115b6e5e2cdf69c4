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

/** Every block that is in one bay at one time with an appointment or another block. */
export async function findBlockOverlaps(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ bay: number; one: string; other: string }>(
    `select k.bay_id as bay, k.id as one, other.id as other from blocks k join (
        select id, bay_id, starts_at, ends_at from appointments where state not in ('cancelled', 'released')
        union all select id, bay_id, starts_at, ends_at from blocks where state = 'active'
      ) other on other.bay_id = k.bay_id and other.id <> k.id
        and other.starts_at < k.ends_at and other.ends_at > k.starts_at
      where k.state = 'active'`,
  )
  return rows.map(({ bay, one, other }) => `bay ${bay} is blocked by ${one}, and taken by ${other}`)
}
