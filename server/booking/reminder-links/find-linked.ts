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
  const appointment = await getLinkedAppointment(context.database.db, context, token)
  const shown = await getCustomerAppointment(context, appointment.customer_id, appointment.id)
  const { state, starts_at: startsAt, confirmed_of: confirmedOf } = appointment
  const facts = { state, startsAt: startsAt.getTime(), now: context.clock.now() }
  return {
    appointmentId: appointment.id,
    packageName: shown.packageName,
    appointmentDate: shown.appointmentDate,
    timeZone: shown.timeZone,
    shopId: shown.shopId,
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
    cancelFee: shown.cancelFee,
    decidedFee: shown.decidedFee,
    isShopSuspended: shown.isShopSuspended,
  }
}
