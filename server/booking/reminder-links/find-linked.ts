import type { LinkedAppointment } from '../../../contract/booking/appointment-link.ts'
import { isAllowed } from '../../../contract/identity/permissions.ts'
import type { Context } from '../../context.ts'
import { getCustomerAppointment } from '../queries.ts'
import { getLinkedAppointment } from './linked-appointment.ts'

/**
 * The content of the page behind the link of a reminder: no more of the customer than the mail says. Refuses
 * as `getLinkedAppointment` does.
 */
export async function findLinkedAppointment(context: Context, token: string): Promise<LinkedAppointment> {
  const { db } = context.database
  const appointment = await getLinkedAppointment(db, context, token)
  const [shown, guest] = await Promise.all([
    getCustomerAppointment(context, appointment.customer_id, appointment.id),
    db
      .selectFrom('guests')
      .select('user_id')
      .where('user_id', '=', appointment.customer_id)
      .executeTakeFirst(),
  ])
  const { state, starts_at: startsAt, confirmed_of: confirmedOf } = appointment
  const facts = { state, startsAt: startsAt.getTime(), now: context.clock.now() }
  return {
    appointmentId: appointment.id,
    packageName: shown.packageName,
    appointmentDate: shown.appointmentDate,
    timeZone: shown.timeZone,
    shopName: shown.shopName,
    shopLocation: shown.shopLocation,
    shopPhone: shown.visit.phone ?? null,
    vehicleInfo: shown.vehicleInfo,
    status: shown.status,
    hold: shown.hold,
    isConfirmed: confirmedOf?.getTime() === startsAt.getTime(),
    canConfirm: state === 'booked' && facts.startsAt > facts.now,
    canMove: !shown.isShopSuspended && isAllowed('customer', 'ownAppointment.change', facts),
    canCancel: isAllowed('customer', 'ownAppointment.cancel', facts),
    hasAccount: guest === undefined,
  }
}
