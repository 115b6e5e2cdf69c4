import type { Queryable } from '../../database/open-database.ts'

/** Ends the open invitations of a shop with this value in a column. */
export async function endInvitations(
  tx: Queryable,
  shopId: number,
  at: Date,
  { column, value }: { column: 'id' | 'email' | 'invited_by'; value: string },
): Promise<void> {
  await tx
    .updateTable('shop_invitations')
    .set({ ended_at: at })
    .where('shop_id', '=', shopId)
    .where(column, '=', value)
    .where('ended_at', 'is', null)
    .execute()
}
