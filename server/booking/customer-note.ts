import { v7 as uuid } from 'uuid'
import type { Queryable } from '../database/open-database.ts'

type Noted = { id: string; shop_id: number; created_at: Date }

/**
 * Keeps the note that came with an order, by the person who wrote it, in the work order of its appointment.
 */
export async function insertCustomerNote(
  tx: Queryable,
  { id, shop_id: shopId, created_at: at }: Noted,
  { body, authorId }: { body: string; authorId: string },
): Promise<void> {
  await tx
    .insertInto('work_notes')
    .values({
      shop_id: shopId,
      id: uuid(),
      appointment_id: id,
      kind: 'from_customer',
      body,
      written_at: at,
      author_id: authorId,
    })
    .execute()
}
