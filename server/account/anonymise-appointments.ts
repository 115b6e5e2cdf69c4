import { sql } from 'kysely'
import { unpaidClaims } from '../booking/lapsed-claims.ts'
import type { Queryable } from '../database/open-database.ts'
import { deletedNames, deletedPhone } from '../identity/deleted-person.ts'
import { forgetCardUser } from '../payments/card-attempts.ts'

/**
 * Removes a customer from their appointments. Appointments without a money movement are deleted with their
 * dependent rows; the others keep amounts, vehicle model and times, under the given address. Of decisions
 * about the customer the reasons go, of card attempts the account, and all hit limits. The network of a claim
 * that stayed unpaid remains for its 30 days, without a name: otherwise an attacker deletes the evidence with
 * the account.
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
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('ledger as l').select('l.id').whereRef('l.appointment_id', '=', 'a.id'),
        ),
      ),
    )
  const own = tx.selectFrom('appointments').select('id').where('customer_id', '=', customerId)
  await tx.deleteFrom('contact_changes').where('appointment_id', 'in', own).execute()
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
    })
    .where('customer_id', '=', customerId)
    .execute()
}
