import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { findMailAddress, type MailAddress } from '../notifications/customer-address.ts'
import { getShopAndPackage, type ShopAndPackage } from '../notifications/queue-customer-mail.ts'
import type { Context } from '../context.ts'
import { appointmentColumns, holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import { answersOf } from '../database/transaction.ts'

/** A hold that is about to change: its appointment is locked, and with it all holds of that appointment. */
export type HoldUpdate = {
  tx: Queryable
  context: Context
  at: Date
  appointment: AppointmentRow
  hold: HoldRow
  /** All holds of the appointment as they were when it was locked. */
  holds: readonly HoldRow[]
  /** Only where `isMailed` was asked for: the shop and the package that the mail names. */
  shopAndPackage: ShopAndPackage | undefined
  /** Likewise: the address for mails about the appointment. */
  mailAddress: MailAddress | undefined
}

/** Locks an appointment and reads its holds, to change one of them. */
export async function lockForHoldUpdate(
  tx: Queryable,
  context: Context,
  { id, appointment_id: appointmentId, shop_id: shopId }: Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id'>,
  { isMailed = false } = {},
): Promise<HoldUpdate> {
  // Sent together: the database reads the holds once it has the lock.
  const [appointment, holds, shopAndPackage, mailAddress] = await answersOf(
    tx
      .selectFrom('appointments')
      .select(appointmentColumns)
      .where('id', '=', appointmentId)
      .forUpdate()
      .executeTakeFirstOrThrow(),
    tx.selectFrom('holds').select(holdColumns).where('appointment_id', '=', appointmentId).execute(),
    isMailed ? getShopAndPackage(tx, { shopId, appointmentId }) : Promise.resolve(undefined),
    isMailed ? findMailAddress(tx, appointmentId) : Promise.resolve(undefined),
  )
  const hold = holds.find((one) => one.id === id)
  if (!hold) throw new Error(`appointment ${appointmentId} has no hold ${id}`)
  const at = new Date(context.clock.now())
  return { tx, context, at, appointment, hold, holds, shopAndPackage, mailAddress }
}
