import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { installationTimeOf, vehicleOf } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

/** Puts the confirmation mail of an appointment into the outbox, in the transaction that books it. */
export async function queueConfirmation(
  tx: Queryable,
  context: Context,
  appointment: Selectable<Tables['appointments']>,
): Promise<void> {
  const shop = await tx
    .selectFrom('shops')
    .select(['business_name', 'address', 'time_zone'])
    .where('id', '=', appointment.shop_id)
    .executeTakeFirstOrThrow()
  const chosen = await tx
    .selectFrom('packages')
    .select(['name', 'shortest_minutes', 'duration_minutes'])
    .where('id', '=', appointment.package_id)
    .executeTakeFirstOrThrow()
  const at = new Date(context.clock.now())
  await tx
    .insertInto('outbox')
    .values({
      id: uuid(),
      kind: 'appointment_confirmed',
      recipient: appointment.customer_email,
      payload: JSON.stringify({
        appointmentId: appointment.id,
        sequence: appointment.sequence,
        customerName: appointment.customer_name,
        customerEmail: appointment.customer_email,
        customerPhone: appointment.customer_phone,
        packageName: chosen.name,
        installationTime: installationTimeOf(chosen),
        priceCents: appointment.price_cents,
        vehicle: vehicleOf(appointment),
        shopName: shop.business_name,
        shopAddress: shop.address,
        timeZone: shop.time_zone,
        startsAt: appointment.starts_at.toISOString(),
        endsAt: appointment.ends_at.toISOString(),
        createdAt: at.toISOString(),
        manageUrl: `${context.config.publicUrl}/appointments`,
      }),
      created_at: at,
      due_at: at,
    })
    .execute()
}
