import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'

type MovementWithoutHold = {
  movement: Extract<
    LedgerMovement,
    'fee_due' | 'fee_waived' | 'return_due' | 'tax_collected' | 'tax_returned'
  >
  amountCents: number
  at: Date
  actorId: string | null
}

/** Enters a movement of a locked appointment that belongs to none of its holds into the ledger. */
export async function recordMovementWithoutHold(
  tx: Queryable,
  { id, shop_id: shopId }: Pick<AppointmentRow, 'id' | 'shop_id'>,
  { movement, amountCents, at, actorId }: MovementWithoutHold,
): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({
      appointment_id: id,
      shop_id: shopId,
      hold_id: null,
      movement,
      amount_cents: amountCents,
      provider_reference: null,
      recorded_at: at,
      actor_id: actorId,
    })
    .execute()
}
