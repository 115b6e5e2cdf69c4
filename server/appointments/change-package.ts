import type { User } from '../../contract/identity/identity.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { wallTimeOf } from '../../contract/time.ts'
import { getPackage } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import { findFreeBay } from './find-free-bay.ts'
import { takeOwnAppointment } from './own-appointment.ts'

/**
 * Changes the package of the customer's own appointment at its present start. A cheaper one keeps the hold and captures less.
 * Refuses one whose job no longer fits as `package_does_not_fit`, and one that costs more than is held as `price_rises`.
 */
export async function changePackage(
  context: Context,
  actor: User,
  id: string,
  packageId: number,
): Promise<void> {
  const now = context.clock.now()
  await context.database.db.transaction().execute(async (tx) => {
    const appointment = await takeOwnAppointment(tx, id, actor.id, now)
    if (appointment.package_id === packageId) return
    const chosen = await getPackage(tx, packageId)
    const { amount_cents: held } = await tx
      .selectFrom('holds')
      .select('amount_cents')
      .where('appointment_id', '=', id)
      .where('status', '=', 'live')
      .executeTakeFirstOrThrow()
    if (chosen.priceCents > held) refuse('price_rises', { field: 'productId' })
    const job = await fitAtPresentStart(tx, appointment, chosen.durationMinutes, now)
    await tx
      .updateTable('appointments')
      .set({
        package_id: chosen.id,
        price_cents: chosen.priceCents,
        bay_id: job.bayId,
        ends_at: new Date(job.endsAt),
        sequence: appointment.sequence + 1,
      })
      .where('id', '=', id)
      .execute()
  })
}

type Present = { id: string; shop_id: number; bay_id: number; starts_at: Date; ends_at: Date }

/** Where the job of the new length is done without moving its start. A shorter one always fits where it is. */
async function fitAtPresentStart(
  tx: Parameters<typeof findFreeBay>[0],
  present: Present,
  durationMinutes: number,
  now: number,
): Promise<{ bayId: number; endsAt: number }> {
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
