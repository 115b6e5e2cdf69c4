import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { queueMail } from './queue-mail.ts'
import { listCaretakerAddresses } from '../shops/shop-addresses.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { snapshotOf } from './queue-customer-mail.ts'
import { vehicleOf } from '../catalog/queries.ts'

/**
 * Queues a warning about an upcoming appointment without a live hold: to its shop, and for a suspended one to
 * the administrators.
 */
export async function queueHoldFailedMail(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
): Promise<void> {
  const snapshot = await snapshotOf(tx, context, appointment)
  for (const recipient of await listCaretakerAddresses(tx, appointment.shop_id)) {
    await queueMail(tx, {
      kind: 'shop_hold_failed',
      recipient,
      at: new Date(context.clock.now()),
      payload: { ...snapshot, adminUrl: `${context.config.publicUrl}/admin` },
    })
  }
}

/**
 * Queues the mail about an open fitment review: to its shop, and for a suspended one to the administrators.
 * `photo_sent`: the photo that the shop asked for is there.
 */
export async function queueFitmentCheckMail(
  tx: Queryable,
  context: Context,
  reviewId: string,
  news: 'opened' | 'photo_sent',
): Promise<void> {
  const review = await tx
    .selectFrom('fitment_reviews as r')
    .innerJoin('shops as s', 's.id', 'r.shop_id')
    .innerJoin('packages as p', 'p.id', 'r.package_id')
    .leftJoin('appointments as a', 'a.id', 'r.appointment_id')
    .select(['r.shop_id', 'r.reason', 'r.vehicle_year', 'r.vehicle_make', 'r.vehicle_model', 'r.vehicle_vin'])
    .select(['s.business_name', 's.address', 's.time_zone', 'p.name', 'a.starts_at'])
    .where('r.id', '=', reviewId)
    .executeTakeFirstOrThrow()
  const at = new Date(context.clock.now())
  for (const recipient of await listCaretakerAddresses(tx, review.shop_id))
    await queueMail(tx, {
      kind: 'shop_fitment_check',
      recipient,
      at,
      payload: {
        shopId: review.shop_id,
        shopName: review.business_name,
        shopAddress: review.address,
        createdAt: at.toISOString(),
        news,
        vehicle: vehicleOf(review),
        packageName: review.name,
        openReason: review.reason,
        startsAt: review.starts_at?.toISOString() ?? null,
        timeZone: review.time_zone,
        reviewUrl: `${context.config.publicUrl}/admin?check=${reviewId}`,
      },
    })
}
