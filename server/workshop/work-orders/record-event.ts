import {
  latePressMs,
  isWorkDone,
  nextWorkState,
  type WorkEvent,
  type WorkState,
} from '../../../contract/workshop/work-states.ts'
import { workStateWords } from '../../../contract/workshop/work-words.ts'
import type { NewWorkEvent } from '../../../contract/workshop/work-order.ts'
import { standingAt } from '../../../contract/identity/workplaces.ts'
import { refuse } from '../../../contract/refusals.ts'
import { dayOf, formatLongDay } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { findCharging, findOpenHolds } from '../../holds/hold-queries.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'
import { sendTextsJob } from '../../texts/jobs.ts'
import { lockWork, type WorkRow } from '../lock-work.ts'
import { requireInserted, requireSame } from './count-once.ts'
import { voidSignOff } from '../sign-off/insert-sign-off.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { formatCents } from '../../../contract/money.ts'

const longestKeptMs = 7 * 86_400_000

/**
 * Brings the work of an appointment into its next state, by `workTransitions`. The same press again, and one
 * that another person has made meanwhile, change nothing. Refuses as `lockWork` does, as `work_changed` when
 * the work is in another state than the one that the person saw, as `work_not_possible` an event that the
 * state does not allow, an arrival before the day of the start, and a no-show before the start or of a paid
 * appointment. Work that goes on after it was done voids the customer's signature.
 */
export async function recordWorkEvent(
  context: Context,
  actor: Actor,
  id: string,
  press: NewWorkEvent,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const work = await lockWork(tx, context, actor, id)
    if (await isRecorded(tx, work, press)) return
    const to = await requireNextState(tx, context, work, press)
    if (to === work.work_state) return
    await insertEvent(tx, context, actor, { work, press, to })
    if (!isWorkDone(to)) await voidSignOff(tx, context, id)
    if (to === 'ready' && press.event === 'finish' && !isLate(context, press))
      await queueCustomerMail(tx, context, work, { kind: 'appointment_ready' }, { actorId: actor.id })
  })
  context.triggerJob('notifications.send-outbox')
  context.triggerJob(sendTextsJob)
}

async function isRecorded(tx: Queryable, work: WorkRow, press: NewWorkEvent): Promise<boolean> {
  const recorded = await tx
    .selectFrom('work_events')
    .select(['appointment_id', 'event', 'from_state'])
    .where('shop_id', '=', work.shop_id)
    .where('id', '=', press.id)
    .executeTakeFirst()
  if (!recorded) return false
  requireSame(recorded, { appointment_id: work.id, event: press.event, from_state: press.from })
  return true
}

/** The state after the event; the present one when another person has made the same step. */
async function requireNextState(
  tx: Queryable,
  { clock }: Context,
  work: WorkRow,
  { event, from }: NewWorkEvent,
): Promise<WorkState> {
  const now = clock.now()
  const to = nextWorkState(from, event)
  if (to === null)
    return refuse('work_not_possible', { sentence: `That can’t follow “${workStateWords[from]}”.` })
  if (work.work_state !== from) {
    if (work.work_state === to) return to
    return refuse('work_changed', { sentence: await changedSentence(tx, work) })
  }
  requireTime(work, event, now)
  if (event === 'mark_no_show') await requireNotPaid(tx, work)
  return to
}

function requireTime({ starts_at: startsAt, time_zone: zone }: WorkRow, event: WorkEvent, now: number): void {
  const start = startsAt.getTime()
  if (event === 'mark_no_show' && now < start)
    refuse('work_not_possible', { sentence: 'A no-show can be marked once the appointment has started.' })
  if (event === 'arrive' && dayOf(now, zone) < dayOf(start, zone))
    refuse('work_not_possible', {
      sentence: `This appointment is on ${formatLongDay(dayOf(start, zone))}. If the car is here, move it to today first.`,
    })
}

/** The customer agreed to pay for work that is done, and a no-show has none. */
async function requireNotPaid(tx: Queryable, work: WorkRow): Promise<void> {
  const { id, state } = work
  const isPaid = state === 'completed' || findCharging(await findOpenHolds(tx, id)) !== undefined
  if (isPaid)
    refuse('work_not_possible', {
      sentence: 'This appointment is paid, so it can’t be a no-show. Ask for a refund first.',
    })
  const { paidOtherwiseCents } = await readPriceFacts(tx, work)
  if (paidOtherwiseCents > 0)
    refuse('work_not_possible', {
      sentence: `The customer has paid ${formatCents(paidOtherwiseCents)} at the shop, so it can’t be a no-show.`,
    })
}

/** 'Maria has set this job to “Ready” in the meantime.' */
async function changedSentence(tx: Queryable, work: WorkRow): Promise<string> {
  const last = await tx
    .selectFrom('work_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select('u.name')
    .where('e.appointment_id', '=', work.id)
    .orderBy('e.position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const person = last?.name ?? 'Someone else'
  return `${person} has set this job to “${workStateWords[work.work_state]}” in the meantime. Look at it again.`
}

type Recorded = { work: WorkRow; press: NewWorkEvent; to: WorkState }

/** A technician who starts an unassigned job takes it. */
async function insertEvent(
  tx: Queryable,
  { clock }: Context,
  actor: Actor,
  { work, press, to }: Recorded,
): Promise<void> {
  const takes =
    press.event === 'start' && work.technician_id === null && standingAt(actor, work.shop_id) === 'technician'
  await tx
    .updateTable('appointments')
    .set({ work_state: to, ...(takes && { technician_id: actor.id }) })
    .where('id', '=', work.id)
    .execute()
  const inserted = await tx
    .insertInto('work_events')
    .values({
      shop_id: work.shop_id,
      id: press.id,
      appointment_id: work.id,
      event: press.event,
      from_state: work.work_state,
      to_state: to,
      recorded_at: new Date(clock.now()),
      pressed_at: isPlausible(press, clock.now()) ? new Date(press.pressedAt) : null,
      actor_id: actor.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  requireInserted(inserted)
}

type KeptPress = NewWorkEvent & { pressedAt: string }

/** Whether the clock of the device can be about right: a press waits for days at most. */
function isPlausible(press: NewWorkEvent, now: number): press is KeptPress {
  if (press.pressedAt === undefined) return false
  const age = now - Date.parse(press.pressedAt)
  return age > -latePressMs && age < longestKeptMs
}

/**
 * A press that was kept without a connection for so long, or for an unknown time, that the message could be
 * wrong by now.
 */
function isLate({ clock }: Context, press: NewWorkEvent): boolean {
  if (press.pressedAt === undefined) return false
  return !isPlausible(press, clock.now()) || clock.now() - Date.parse(press.pressedAt) > latePressMs
}
