import { v7 as uuid } from 'uuid'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import type { Judgement } from '../../fitment/judge-package.ts'

type Reviewed = Pick<
  AppointmentRow,
  'id' | 'shop_id' | 'customer_id' | 'vehicle_year' | 'vehicle_make' | 'vehicle_model' | 'vehicle_vin'
>

/**
 * Asks the shop whether a package fits the car of an appointment. An open question about the same package
 * stays as it is.
 */
export async function openReview(
  tx: Queryable,
  appointment: Reviewed,
  { answers, verdict }: Judgement,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('fitment_reviews')
    .values({
      id: uuid(),
      shop_id: appointment.shop_id,
      appointment_id: appointment.id,
      customer_id: appointment.customer_id,
      package_id: verdict.packageId,
      vehicle_year: appointment.vehicle_year,
      vehicle_make: appointment.vehicle_make,
      vehicle_model: appointment.vehicle_model,
      vehicle_vin: appointment.vehicle_vin,
      answers: JSON.stringify(answers),
      reason: verdict.reason,
      opened_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
