import { sql } from 'kysely'
import { reminderHours } from '../../contract/booking/reminder-hours.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { lowestUuid } from '../database/uuid.ts'
import { awaitsReview } from '../fitment/record-verdict.ts'
import { workInRounds } from '../jobs/queue-rounds.ts'
import { queueCustomerMail } from '../notifications/queue-customer-mail.ts'

const batchSize = 100
const hourMs = 3_600_000

type Due = { id: string; starts_at: Date }

/** Sorts before every appointment. */
const earliest: Due = { id: lowestUuid, starts_at: new Date(0) }

/**
 * Whether the customer of an appointment called `a` is due a reminder of its present start. Not of one that
 * was booked within the last days before it, as with a shorter lead time, that was charged already, or whose
 * fit the shop still checks.
 */
function isDue(now: number) {
  const hoursFromNow = (hours: number) => new Date(now + hours * hourMs)
  return sql<boolean>`(a.state = 'booked'
    and a.starts_at <= ${hoursFromNow(reminderHours.first)} and a.starts_at > ${hoursFromNow(reminderHours.last)}
    and a.created_at <= a.starts_at - make_interval(hours => ${reminderHours.first})
    and a.reminded_of is distinct from a.starts_at and not ${awaitsReview})`
}

/** Marks the appointment and queues the mail in one transaction: a second run finds it marked. */
async function remind(context: Context, tx: Queryable, id: string): Promise<void> {
  const appointment = await tx
    .updateTable('appointments as a')
    .set((row) => ({ reminded_of: row.ref('a.starts_at') }))
    .where('a.id', '=', id)
    .where(isDue(context.clock.now()))
    .returningAll('a')
    .executeTakeFirst()
  if (appointment) await queueCustomerMail(tx, context, appointment, { kind: 'appointment_reminder' })
}

/** Mails a reminder about two days before each appointment, once for each start. */
export async function remindCustomers(context: Context): Promise<void> {
  const { db } = context.database
  await workInRounds(context, {
    name: 'reminders',
    batchSize,
    list: (after: Due | null) =>
      db
        .selectFrom('appointments as a')
        .select(['a.id', 'a.starts_at'])
        .where(isDue(context.clock.now()))
        .where(
          sql<boolean>`(a.starts_at, a.id) > (${(after ?? earliest).starts_at}, ${(after ?? earliest).id}::uuid)`,
        )
        .orderBy('a.starts_at')
        .orderBy('a.id')
        .limit(batchSize)
        .execute(),
    work: async ({ id }) => {
      try {
        await context.database.transaction((tx) => remind(context, tx, id))
      } catch (error) {
        context.log.error({ err: error, appointmentId: id }, 'a reminder could not be queued')
      }
      context.triggerJob('notifications.send-outbox')
    },
  })
}
