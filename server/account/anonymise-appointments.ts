import { sql } from 'kysely'
import { unpaidClaims } from '../booking/lapsed-claims.ts'
import type { Queryable } from '../database/open-database.ts'
import { forgetTexts } from '../texts/own-texts.ts'
import { deletedNames, deletedPhone } from '../identity/deleted-person.ts'
import { deleteWork, forgetWork } from '../workshop/work-orders/work-of-account.ts'
import { forgetCardUser } from '../payments/card-attempts.ts'
import { deletePrices, forgetPrices } from '../payments/price/price-of-account.ts'

/**
 * Removes a customer from their appointments. Appointments without a payment or another money movement are
 * deleted with their dependent rows; the others keep amounts, vehicle model and times, under the given
 * address. Of decisions about the customer the reasons go, of card attempts the account, and all hit limits.
 * The network of a claim that stayed unpaid remains for its 30 days, without a name: otherwise an attacker
 * deletes the evidence with the account.
 */
export async function anonymiseAppointments(
  tx: Queryable,
  customerId: string,
  { address, at }: { address: string; at: Date },
): Promise<void> {
  await tx.deleteFrom('order_requests').where('customer_id', '=', customerId).execute()
  await sql`
    delete from claim_networks where customer_id = ${customerId} and appointment_id not in (
      select id from ${unpaidClaims(at.getTime())} c where c.customer_id = ${customerId} and c.weight >= 1)`.execute(
    tx,
  )
  await tx.deleteFrom('customer_limit_hits').where('customer_id', '=', customerId).execute()
  await forgetCardUser(tx, customerId)
  await tx
    .updateTable('customer_decisions')
    .set({ reason: 'Deleted' })
    .where('customer_id', '=', customerId)
    .execute()
  const unmoved = tx
    .selectFrom('appointments as a')
    .select('a.id')
    .where('a.customer_id', '=', customerId)
    .where(sql<boolean>`not exists (select from ledger l where l.appointment_id = a.id)`)
    .where(sql<boolean>`not exists (select from shop_payments p where p.appointment_id = a.id)`)
  const own = tx.selectFrom('appointments').select('id').where('customer_id', '=', customerId)
  await forgetFitment(tx, customerId, { address, at })
  await forgetTexts(tx, customerId)
  await tx.updateTable('guests').set({ email: null }).where('claimed_by', '=', customerId).execute()
  await tx.deleteFrom('waiting_list').where('appointment_id', 'in', own).execute()
  await tx.deleteFrom('contact_changes').where('appointment_id', 'in', own).execute()
  await forgetWork(tx, customerId)
  await forgetPrices(tx, customerId)
  const unmovedIds = (await unmoved.execute()).map(({ id }) => id)
  await deleteWork(tx, unmovedIds)
  await deletePrices(tx, unmovedIds)
  await tx.deleteFrom('fitment_verdicts').where('appointment_id', 'in', unmoved).execute()
  await tx.deleteFrom('holds').where('appointment_id', 'in', unmoved).execute()
  await tx.deleteFrom('appointments').where('id', 'in', unmoved).execute()
  await tx
    .updateTable('appointments')
    .set({
      customer_name: deletedNames.customer,
      customer_email: address,
      customer_phone: deletedPhone,
      vehicle_vin: null,
      cancellation_reason: null,
      fitment_override: null,
    })
    .where('customer_id', '=', customerId)
    .execute()
}

/** Ends the customer's open fitment reviews, and removes the typed texts and contacts from all of them. */
async function forgetFitment(
  tx: Queryable,
  customerId: string,
  { address, at }: { address: string; at: Date },
): Promise<void> {
  const own = tx.selectFrom('appointments').select('id').where('customer_id', '=', customerId)
  await tx
    .updateTable('fitment_reviews')
    .set({ outcome: 'withdrawn', answered_at: at })
    .where('customer_id', '=', customerId)
    .where('answered_at', 'is', null)
    .execute()
  await tx
    .updateTable('fitment_reviews')
    .set({
      contact_name: deletedNames.customer,
      contact_email: address,
      vehicle_vin: null,
      photo_asked_note: null,
      note: '',
    })
    .where('customer_id', '=', customerId)
    .execute()
  await tx
    .updateTable('fitment_verdicts')
    .set({ reason: '', conditions: '[]' })
    .where('appointment_id', 'in', own)
    .where('decided_by', 'is not', null)
    .execute()
  await tx.updateTable('fitment_outcomes').set({ note: '' }).where('appointment_id', 'in', own).execute()
}
