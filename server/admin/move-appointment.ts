import type { AppointmentMove, MoveReply } from '../../contract/admin/move.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import { attemptsAfterMove } from '../../contract/payments/hold-plan.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf, formatInstantWithOffset } from '../../contract/time.ts'
import { hasWorkBegun, isWorkOver } from '../../contract/workshop/work-states.ts'
import { workStateWords } from '../../contract/workshop/work-words.ts'
import { findChosenPlace } from '../booking/desk/chosen-place.ts'
import { mailEarlierTimesJob } from '../booking/waiting-list/mail-earlier-times.ts'
import type { Context } from '../context.ts'
import { postgresCode } from '../database/database-errors.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'
import { queueShopAppointmentMail } from '../notifications/queue-shop-appointment-mail.ts'
import { lockShop } from '../slots/find-free-bay.ts'
import { placementOf } from './placement.ts'
import { findStaffShopId, lockStaffAppointment } from './staff-appointment.ts'

/**
 * Moves an appointment for its shop, which its hours, weekdays, lead time and booking window do not bind.
 * Refuses as `not_found` one that is missing or out of scope, as `appointment_not_changeable` one that is not
 * booked, whose work is over, or whose car is at the shop and would get a later day, as `appointment_moved`
 * one that was moved since the mover looked, as `bay_unknown` a bay that is not in use, and a place as
 * `findChosenPlace` does.
 */
export async function moveAppointment(
  context: Context,
  actor: Actor,
  id: string,
  { notify = true, ...move }: AppointmentMove,
): Promise<MoveReply> {
  const reply = await context.database
    .transaction((tx) => moveLocked(tx, context, actor, { id, notify, move }))
    .catch((error: unknown) => {
      // A job that runs past midnight is not among the day's busy times; the exclusion constraint knows it.
      if (postgresCode(error) === '23P01') return refuse('bay_taken', { field: 'bayId' })
      throw error
    })
  context.triggerJob('notifications.send-outbox')
  context.triggerJob(mailEarlierTimesJob)
  return reply
}

type Request = { id: string; notify: boolean; move: Omit<AppointmentMove, 'notify'> }

async function moveLocked(
  tx: Queryable,
  context: Context,
  actor: Actor,
  { id, notify, move }: Request,
): Promise<MoveReply> {
  const now = context.clock.now()
  const shopId = await findStaffShopId(tx, actor.scope, id)
  await lockShop(tx, shopId)
  const before = await lockStaffAppointment(tx, actor.scope, id)
  if (!isAllowed(standingAt(actor, shopId), 'appointment.move', { state: before.state }))
    refuse('appointment_not_changeable')
  if (isWorkOver(before.work_state))
    refuse('appointment_not_changeable', {
      sentence: `This job is “${workStateWords[before.work_state]}”. To move it, go one step back first.`,
    })
  if (move.placement !== undefined && move.placement !== placementOf(before)) refuse('appointment_moved')
  const place = await findChosenPlace(tx, {
    shopId,
    start: move.date ?? before.starts_at,
    lengthMs:
      move.durationMinutes === undefined
        ? before.ends_at.getTime() - before.starts_at.getTime()
        : move.durationMinutes * 60_000,
    bayId: move.bayId,
    moving: { appointmentId: id, bayId: before.bay_id },
    now,
  })
  const startsAt = new Date(place.job.from)
  if (hasWorkBegun(before.work_state) && dayOf(place.job.from, place.zone) > dayOf(now, place.zone))
    refuse('appointment_not_changeable', {
      sentence: 'The car is at the shop. To move the job to another day, go back to “Booked” first.',
    })
  const isSameTime = startsAt.getTime() === before.starts_at.getTime()
  const hasChanged = !isSameTime || place.bayId !== before.bay_id || place.job.to !== before.ends_at.getTime()
  const moved = hasChanged
    ? await tx
        .updateTable('appointments')
        .set({
          bay_id: place.bayId,
          starts_at: startsAt,
          ends_at: new Date(place.job.to),
          hours_waived: place.warnings.length > 0,
          // The customer's calendar and hold follow the start alone.
          ...(isSameTime
            ? {}
            : {
                sequence: before.sequence + 1,
                hold_attempted_at: attemptsAfterMove.attemptedAt,
                hold_failed_at: attemptsAfterMove.failedAt,
                // The customer agreed to a fee for another start.
                cancel_fee_cents: null,
                cancel_fee_from: null,
              }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : before
  if (hasChanged) await recordMove(tx, before, moved, { actorId: actor.id, at: new Date(now) })
  if (!isSameTime) await tellOf(tx, context, { before, moved, actorId: actor.id, notify })
  const bay = await tx
    .selectFrom('bays')
    .select('name')
    .where('shop_id', '=', shopId)
    .where('id', '=', moved.bay_id)
    .executeTakeFirstOrThrow()
  return {
    id,
    appointmentDate: formatInstantWithOffset(moved.starts_at.getTime(), place.zone),
    endsAt: formatInstantWithOffset(moved.ends_at.getTime(), place.zone),
    bayId: moved.bay_id,
    bayName: bay.name,
    placement: placementOf(moved),
    warnings: place.warnings,
  }
}

async function recordMove(
  tx: Queryable,
  before: AppointmentRow,
  after: AppointmentRow,
  { actorId, at }: { actorId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('appointment_moves')
    .values({
      appointment_id: after.id,
      shop_id: after.shop_id,
      starts_before: before.starts_at,
      starts_after: after.starts_at,
      ends_before: before.ends_at,
      ends_after: after.ends_at,
      bay_before: before.bay_id,
      bay_after: after.bay_id,
      moved_at: at,
      actor_id: actorId,
    })
    .execute()
}

type Told = { before: AppointmentRow; moved: AppointmentRow; actorId: string; notify: boolean }

/** The messages about a new start. They leave once it can no longer be undone. */
async function tellOf(
  tx: Queryable,
  context: Context,
  { before, moved, actorId, notify }: Told,
): Promise<void> {
  await queueCustomerMail(
    tx,
    context,
    moved,
    { kind: 'appointment_rescheduled', before, byShop: { notify } },
    { actorId },
  )
  await queueShopAppointmentMail(
    tx,
    context,
    moved,
    { kind: 'shop_appointment_moved', before, isUndoable: true },
    { actorId },
  )
}
