import { leastTotalCents } from '../../contract/limits.ts'
import { priceWithLines } from '../../contract/payments/day-price.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { wallTimeOf } from '../../contract/time.ts'
import { getPackage } from '../catalog/queries.ts'
import { announceReview } from './announce-review.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { findOpenReviewId } from '../fitment/record-verdict.ts'
import { findVerdict } from '../fitment/record-verdict.ts'
import { findFreeBay } from '../slots/find-free-bay.ts'
import { requireNoConflict } from '../customers/own-appointments.ts'
import { findRestrictions, requireNotBlocked } from '../customers/restrictions.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { queueShopAppointmentMail } from '../notifications/queue-shop-appointment-mail.ts'
import { readPriceFacts } from '../payments/price/find-price.ts'
import { releaseUnneededExtra } from './unneeded-extra.ts'

export type Job = { bayId: number; endsAt: number }

/** The minutes of a package for the car of an appointment, with those that fitment adds. */
export async function getJobMinutes(
  db: Queryable,
  appointmentId: string,
  packageId: number,
): Promise<number> {
  const { durationMinutes } = await getPackage(db, packageId)
  const verdict = await findVerdict(db, { id: appointmentId, packageId })
  return durationMinutes + (verdict?.extra_minutes ?? 0)
}

/**
 * Finds the bay for a job of another length at the present start. A shorter job always fits. Call it under
 * the shop's lock. Refuses as `package_does_not_fit`.
 */
export async function fitAtPresentStart(
  tx: Queryable,
  present: AppointmentRow,
  durationMinutes: number,
  now: number,
): Promise<Job> {
  const startsAt = present.starts_at.getTime()
  const endsAt = startsAt + durationMinutes * 60_000
  if (endsAt <= present.ends_at.getTime()) return { bayId: present.bay_id, endsAt }
  const { time_zone: zone } = await tx
    .selectFrom('shops')
    .select('time_zone')
    .where('id', '=', present.shop_id)
    .executeTakeFirstOrThrow()
  const { day, minutes } = wallTimeOf(startsAt, zone)
  try {
    const { bayId, job } = await findFreeBay(tx, {
      shopId: present.shop_id,
      day,
      minutes,
      durationMinutes,
      now,
      moving: { appointmentId: present.id, bayId: present.bay_id },
      keepsDay: true,
    })
    return { bayId, endsAt: job.to }
  } catch (error) {
    if (error instanceof Refusal) return refuse('package_does_not_fit', { field: 'productId' })
    throw error
  }
}

/** Refuses as `total_too_low` a package that costs less than the discounts that the shop gave. */
export async function requireRoomForDiscount(
  tx: Queryable,
  { id, price_cents: presentCents }: AppointmentRow,
  priceCents: number,
): Promise<void> {
  const { lines, paidOtherwiseCents } = await readPriceFacts(tx, { id, price_cents: presentCents })
  if (priceWithLines(priceCents, lines) - paidOtherwiseCents < leastTotalCents)
    refuse('total_too_low', {
      sentence:
        'The shop gave you a discount that is more than this package costs. Please call the shop to change the package.',
    })
}

/** Sets the new package and queues the mails about it. */
export async function setPackage(
  tx: Queryable,
  context: Context,
  present: AppointmentRow,
  chosen: { id: number; priceCents: number },
  job: Job,
): Promise<void> {
  const changed = await tx
    .updateTable('appointments')
    .set({
      package_id: chosen.id,
      price_cents: chosen.priceCents,
      // Never above the price.
      cancel_fee_cents:
        present.cancel_fee_cents === null ? null : Math.min(present.cancel_fee_cents, chosen.priceCents),
      bay_id: job.bayId,
      ends_at: new Date(job.endsAt),
      sequence: present.sequence + 1,
    })
    .where('id', '=', present.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await queueCustomerMail(tx, context, changed, { kind: 'package_changed', before: present })
  const shopNews = { kind: 'shop_package_changed', before: present } as const
  await queueShopAppointmentMail(tx, context, changed, shopNews, { actorId: present.customer_id })
  await announceReview(tx, context, changed, await findOpenReviewId(tx, changed))
  // An agreement to the price on the day ends with the package that it names, also when that comes back.
  await tx
    .updateTable('price_agreements')
    .set({ ended_at: new Date(context.clock.now()) })
    .where('appointment_id', '=', present.id)
    .where('ended_at', 'is', null)
    .execute()
  await releaseUnneededExtra(tx, context, changed)
}

/**
 * The effect of a live hold for another package; null when the package no longer fits at the present start,
 * would overlap with another appointment of the customer, was refused by the shop, or the customer is blocked
 * by now. Call it under the shop's and the customer's lock. The price is the amount held, because the
 * customer agreed to it, even if the catalog changed since.
 */
export async function applyPackage(
  tx: Queryable,
  context: Context,
  present: AppointmentRow,
  hold: HoldRow,
): Promise<(() => Promise<void>) | null> {
  if (hold.package_id === null) return null
  const packageId = hold.package_id
  try {
    const now = context.clock.now()
    // A reviewer may have refused the package while the bank asked.
    const verdict = await findVerdict(tx, { id: present.id, packageId })
    await requireRoomForDiscount(tx, present, hold.amount_cents)
    if (verdict?.outcome === 'does_not_fit' || verdict?.outcome === 'activation_only') return null
    requireNotBlocked(await findRestrictions(tx, present.customer_id, now))
    const job = await fitAtPresentStart(tx, present, await getJobMinutes(tx, present.id, packageId), now)
    // The customer may have booked another appointment while the bank asked.
    const startsAt = present.starts_at.getTime()
    await requireNoConflict(tx, context, present, { startsAt, endsAt: job.endsAt })
    return () => setPackage(tx, context, present, { id: packageId, priceCents: hold.amount_cents }, job)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
