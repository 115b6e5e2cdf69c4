import type { Context } from '../context.ts'
import { appointmentColumns, holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import { answersOf } from '../database/transaction.ts'
import type { HoldAnswer } from '../payments/hold-answer.ts'
import {
  recordEndOfAuthorization,
  recordRelease,
  type HoldChange,
  type HoldRow,
} from '../payments/record-hold.ts'
import type { AppointmentRow } from './appointment-row.ts'
import { openHoldsOf } from './hold-queries.ts'
import { getShopAndPackage, type ShopAndPackage } from './tell-customer.ts'

/** What the provider said, when it said something. */
export type Told = Extract<HoldAnswer, { intentId: string | null }>

/** The provider holds the amount. */
export type Live = Extract<HoldAnswer, { kind: 'live' }>

/** One answer about a hold as it is being written down: the appointment is locked, and with it all its holds. */
export type Recording = {
  tx: Queryable
  context: Context
  at: Date
  appointment: AppointmentRow
  hold: HoldRow
  /** All its holds as they were when it was locked. */
  holds: readonly HoldRow[]
  /** The shop and the package as they were then, where a mail is expected to say them. */
  shopAndPackage: ShopAndPackage | undefined
}

/**
 * A request to the provider that has had no answer for this long is over: whoever sent it is gone, or its time is.
 */
export const abandonedAfterMs = 30_000

/** Locks an appointment and reads its holds, to write down what became of one of them, and what a mail about that says. */
export async function takeRecording(
  tx: Queryable,
  context: Context,
  { id, appointment_id: appointmentId, shop_id: shopId }: Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id'>,
  { isMailed = false } = {},
): Promise<Recording> {
  // Sent together. PostgreSQL runs the statements in order, so the holds are read after the appointment is locked.
  const [appointment, holds, shopAndPackage] = await answersOf(
    tx
      .selectFrom('appointments')
      .select(appointmentColumns)
      .where('id', '=', appointmentId)
      .forUpdate()
      .executeTakeFirstOrThrow(),
    tx.selectFrom('holds').select(holdColumns).where('appointment_id', '=', appointmentId).execute(),
    isMailed ? getShopAndPackage(tx, { shopId, appointmentId }) : Promise.resolve(undefined),
  )
  const hold = holds.find((one) => one.id === id)
  if (!hold) throw new Error(`appointment ${appointmentId} has no hold ${id}`)
  return {
    tx,
    context,
    at: new Date(context.clock.now()),
    appointment,
    hold,
    holds,
    shopAndPackage,
  }
}

/** Writes down which of the provider's payments a hold is, the first time it says so. */
export async function nameIntent({ tx, hold }: Recording, intentId: string | null): Promise<HoldRow> {
  if (hold.provider_intent_id !== null || intentId === null) return hold
  return tx
    .updateTable('holds')
    .set({ provider_intent_id: intentId })
    .where('id', '=', hold.id)
    .returning(holdColumns)
    .executeTakeFirstOrThrow()
}

/** Whether nobody has seen yet that the card of this booking was accepted. */
export function isUnseenBooking({ purpose, live_at: liveAt }: HoldRow): boolean {
  return purpose === 'booking' && liveAt === null
}

/** Of a booking that nobody wants any more by the time its card is seen to be accepted: the permission to hold and charge has ended. */
export async function endUnseenBooking({ tx, hold, at }: Recording): Promise<void> {
  if (!isUnseenBooking(hold)) return
  await recordEndOfAuthorization(tx, hold, { priceCents: hold.amount_cents, at, actorId: null })
}

/** The card of an answer, as its hold's row keeps it; what the provider does not say stays. */
export function cardSeen(hold: HoldRow, { paymentMethodId, card }: Extract<Told, { card: unknown }>) {
  return {
    payment_method_id: paymentMethodId ?? hold.payment_method_id,
    card_brand: card?.brand ?? hold.card_brand,
    card_last_four: card?.lastFour ?? hold.card_last_four,
  }
}

/** What a live hold's row keeps of an answer. */
export function seenBy(hold: HoldRow, answer: Live, at: Date) {
  return {
    provider_intent_id: answer.intentId,
    looked_at: at,
    capture_before: answer.captureBefore,
    ...cardSeen(hold, answer),
  }
}

/** How a hold changes that is seen to be placed, whatever becomes of it. */
export function placedBy(hold: HoldRow, answer: Live, at: Date): Omit<HoldChange, 'to'> {
  return {
    at,
    set: { ...seenBy(hold, answer, at), live_at: hold.live_at ?? at, settled_at: at },
    movement: hold.live_at === null ? { kind: 'hold_placed', amountCents: hold.amount_cents } : null,
  }
}

/** Ends every other hold that is live or being asked for: this one takes their place. */
export async function releaseOthers({ tx, hold, holds, at }: Recording): Promise<void> {
  const open = openHoldsOf(holds)
  for (const other of [open.asked, open.inForce]) {
    if (other && other.id !== hold.id && other.status !== 'captured') await recordRelease(tx, other, at)
  }
}

/** Gives the slot of an unpaid claim back. Nothing happens to an appointment that is no claim any more. */
export async function releaseClaim(tx: Queryable, appointmentId: string): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ state: 'released', claim_expires_at: null })
    .where('id', '=', appointmentId)
    .where('state', '=', 'claimed')
    .execute()
}
