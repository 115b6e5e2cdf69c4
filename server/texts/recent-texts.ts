import type { Queryable } from '../database/open-database.ts'

/** Within this time an answer to a text needs no consent, and may leave in the quiet hours. */
const answerMs = 24 * 3_600_000

/** Whether a phone wrote to a shop within the last day, other than a keyword. */
export async function hasJustWritten(
  db: Queryable,
  { shopId, phone }: { shopId: number; phone: string },
  now: number,
): Promise<boolean> {
  const text = await db
    .selectFrom('texts')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('phone', '=', phone)
    .where('direction', '=', 'in')
    .where('kind', '=', 'reply')
    .where('created_at', '>', new Date(now - answerMs))
    .limit(1)
    .executeTakeFirst()
  return text !== undefined
}
