import type { User } from '../../contract/identity/identity.ts'
import { attemptsAfterMove } from '../../contract/payments/hold-plan.ts'
import { refuse } from '../../contract/refusals.ts'
import { feeFromAfterMove } from '../../contract/booking/cancellation-terms.ts'
import { parseTimeOfDay } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { agreedFeeOfRow } from '../payments/cancellation-fee.ts'
import { findFreeBay } from '../slots/find-free-bay.ts'
import { requireNoConflict } from '../customers/own-appointments.ts'
import { lockOwnAppointment, requireWorkNotBegun } from './lock-own-appointment.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { queueShopAppointmentMail } from '../notifications/queue-shop-appointment-mail.ts'
import { mailEarlierTimesJob } from './waiting-list/mail-earlier-times.ts'

/**
 * Moves the customer's own appointment to another start at its shop, by the rules of booking. Its own time
 * counts as free, and its bay is kept if possible. The time until which it can be cancelled for free moves
 * along, unless that is over. Refuses as `findFreeBay` and `lockOwnAppointment` do.
 */
export async function rescheduleAppointment(
  context: Context,
  actor: Pick<User, 'id'>,
  id: string,
  start: { day: string; time: string },
): Promise<void> {
  const now = context.clock.now()
  await context.database.transaction(async (tx) => {
    const appointment = await lockOwnAppointment(tx, id, actor.id, now)
    requireWorkNotBegun(appointment)
    const durationMinutes = (appointment.ends_at.getTime() - appointment.starts_at.getTime()) / 60_000
    const { bayId, job } = await findFreeBay(tx, {
      shopId: appointment.shop_id,
      day: start.day,
      minutes: parseTimeOfDay(start.time) ?? refuse('malformed', { field: 'time' }),
      durationMinutes,
      now,
      moving: { appointmentId: id, bayId: appointment.bay_id },
    })
    if (job.from === appointment.starts_at.getTime()) return
    await requireNoConflict(tx, context, appointment, { startsAt: job.from, endsAt: job.to })
    const moved = await tx
      .updateTable('appointments')
      .set({
        bay_id: bayId,
        starts_at: new Date(job.from),
        ends_at: new Date(job.to),
        sequence: appointment.sequence + 1,
        hours_waived: false,
        cancel_fee_from: feeFromAfter(appointment, job.from, now),
        hold_attempted_at: attemptsAfterMove.attemptedAt,
        hold_failed_at: attemptsAfterMove.failedAt,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await queueCustomerMail(tx, context, moved, { kind: 'appointment_rescheduled', before: appointment })
    const shopNews = { kind: 'shop_appointment_moved', before: appointment } as const
    await queueShopAppointmentMail(tx, context, moved, shopNews, { actorId: actor.id })
  })
  context.triggerJob('notifications.send-outbox')
  context.triggerJob(mailEarlierTimesJob)
}

/** The instant from which a cancellation costs the agreed fee after a move; null without a fee. */
function feeFromAfter(before: AppointmentRow, startsAfter: number, now: number): Date | null {
  const fee = agreedFeeOfRow(before)
  if (fee === null) return null
  return new Date(feeFromAfterMove(fee.from, { startsBefore: before.starts_at.getTime(), startsAfter, now }))
}
