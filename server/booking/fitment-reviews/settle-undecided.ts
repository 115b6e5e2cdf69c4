import { sql } from 'kysely'
import { choiceHours, giveUpHours } from '../../../contract/fitment/review-times.ts'
import type { Context } from '../../context.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import { awaitsReview } from '../../fitment/record-verdict.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'
import { cancelLockedAppointment } from '../cancel-appointment.ts'

const batchSize = 100
const hourMs = 3_600_000

type Due = { id: string }

/** Booked appointments that await a review and start within these hours, the earliest first. */
function selectAwaiting(context: Context, hours: number) {
  const now = context.clock.now()
  return context.database.db
    .selectFrom('appointments as a')
    .select('a.id')
    .where('a.state', '=', 'booked')
    .where('a.starts_at', '<=', new Date(now + hours * hourMs))
    .where('a.ends_at', '>', new Date(now))
    .where(awaitsReview)
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .limit(batchSize)
}

/** The customer has been told of the choice at the present start. */
const isTold = sql<boolean>`exists (
  select from outbox o where o.kind = 'fitment_undecided' and o.payload ->> 'appointmentId' = a.id::text
    and (o.payload ->> 'startsAt')::timestamptz = a.starts_at)`

/** Tells customers whose review is still open 72 hours before the start that they may wait or cancel. */
export async function offerChoice(context: Context): Promise<void> {
  const due: Due[] = await selectAwaiting(context, choiceHours)
    .where(sql<boolean>`not ${isTold}`)
    .execute()
  for (const { id } of due)
    await context.database.transaction(async (tx) => {
      const appointment = await tx
        .selectFrom('appointments as a')
        .selectAll('a')
        .where('a.id', '=', id)
        .where('a.state', '=', 'booked')
        .where(awaitsReview)
        .where(sql<boolean>`not ${isTold}`)
        .forUpdate('a')
        .executeTakeFirst()
      if (!appointment) return
      await queueCustomerMail(tx, context, appointment, { kind: 'fitment_undecided' })
    })
  if (due.length > 0) context.triggerJob('notifications.send-outbox')
}

/**
 * Cancels appointments whose review is still open 24 hours before the start: the customer pays nothing. One
 * that was booked later than that has until its start.
 */
export async function cancelUndecided(context: Context): Promise<void> {
  const bookedLate = sql<boolean>`a.created_at > a.starts_at - make_interval(hours => ${giveUpHours})
    and a.starts_at > ${new Date(context.clock.now())}`
  const due: Due[] = await selectAwaiting(context, giveUpHours)
    .where(sql<boolean>`not (${bookedLate})`)
    .execute()
  for (const { id } of due) {
    try {
      await cancelOne(context, id)
    } catch (error) {
      context.log.error({ err: error, appointmentId: id }, 'an unreviewed appointment could not be cancelled')
    }
  }
}

async function cancelOne(context: Context, id: string): Promise<void> {
  const by = { id: null, role: 'shop', reason: unansweredReason } as const
  await cancelLockedAppointment(context, id, by, async (tx) => {
    const appointment: AppointmentRow = await tx
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('fitment_reviews')
      .set({ outcome: 'unanswered', answered_at: new Date(context.clock.now()) })
      .where('appointment_id', '=', id)
      .where('answered_at', 'is', null)
      .execute()
    return appointment
  })
}

const unansweredReason = 'The shop couldn’t confirm in time that your package fits your car.'
