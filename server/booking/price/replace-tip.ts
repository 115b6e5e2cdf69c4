import { v7 as uuid } from 'uuid'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'

/**
 * Gives the price of a locked appointment another tip; 0 removes it. `actorId`: the person of the shop on
 * whose device it is given, null by the link. Refuses as `tips_off` a tip that the shop does not take.
 */
export async function replaceTip(
  tx: Queryable,
  context: Context,
  { id, shop_id: shopId }: Pick<AppointmentRow, 'id' | 'shop_id'>,
  { tipCents, actorId }: { tipCents: number; actorId: string | null },
): Promise<void> {
  const at = new Date(context.clock.now())
  const { takes_tips: takesTips } = await tx
    .selectFrom('shops')
    .select('takes_tips')
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow()
  if (!takesTips && tipCents > 0) refuse('tips_off', { field: 'tipCents' })
  await tx
    .updateTable('price_lines')
    // The customer takes it back, not the person whose device it is.
    .set({ removed_at: at, removed_by: null })
    .where('appointment_id', '=', id)
    .where('kind', '=', 'tip')
    .where('removed_at', 'is', null)
    .execute()
  if (tipCents === 0) return
  await tx
    .insertInto('price_lines')
    .values({
      shop_id: shopId,
      id: uuid(),
      appointment_id: id,
      kind: 'tip',
      description: 'Tip',
      amount_cents: tipCents,
      added_at: at,
      actor_id: actorId,
      removed_at: null,
      removed_by: null,
    })
    .execute()
}
