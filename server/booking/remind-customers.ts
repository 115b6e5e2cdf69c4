import { sql } from 'kysely'
import { reminderHours, type Reminder } from '../../contract/booking/reminder-hours.ts'
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

/** The column with the start that each reminder was sent of. */
const marks = { first: 'reminded_of', second: 'reminded_soon_of' } as const

/**
 * Whether the customer of an appointment called `a` is due a reminder of its present start. Not of one that
 * was booked later than the reminder's time, that was charged already, whose car has arrived, or whose fit
 * the shop still checks.
 */
export function isReminderDue(now: number, reminder: Reminder) {
  const hoursFromNow = (hours: number) => new Date(now + hours * hourMs)
  const { first, last } = reminderHours[reminder]
  return sql<boolean>`(a.state = 'booked' and a.work_state = 'booked'
    and a.starts_at <= ${hoursFromNow(first)} and a.starts_at > ${hoursFromNow(last)}
    and a.created_at <= a.starts_at - make_interval(hours => ${first})
    and ${sql.ref(`a.${marks[reminder]}`)} is distinct from a.starts_at and not ${awaitsReview})`
}

/** Marks the appointment and queues the mail in one transaction: a second run finds it marked. */
async function remind(context: Context, tx: Queryable, id: string, reminder: Reminder): Promise<void> {
  const appointment = await tx
    .updateTable('appointments as a')
    .set((row) => ({ [marks[reminder]]: row.ref('a.starts_at') }))
    .where('a.id', '=', id)
    .where(isReminderDue(context.clock.now(), reminder))
    .returningAll('a')
    .executeTakeFirst()
  if (appointment)
    await queueCustomerMail(tx, context, appointment, { kind: 'appointment_reminder', reminder })
}

/** Mails both reminders of each appointment, each once for each start. */
export async function remindCustomers(context: Context): Promise<void> {
  await sendReminders(context, 'first')
  await sendReminders(context, 'second')
}

async function sendReminders(context: Context, reminder: Reminder): Promise<void> {
  const { db } = context.database
  await workInRounds(context, {
    name: `reminders-${reminder}`,
    batchSize,
    list: (after: Due | null) =>
      db
        .selectFrom('appointments as a')
        .select(['a.id', 'a.starts_at'])
        .where(isReminderDue(context.clock.now(), reminder))
        .where(
          sql<boolean>`(a.starts_at, a.id) > (${(after ?? earliest).starts_at}, ${(after ?? earliest).id}::uuid)`,
        )
        .orderBy('a.starts_at')
        .orderBy('a.id')
        .limit(batchSize)
        .execute(),
    work: async ({ id }) => {
      try {
        await context.database.transaction((tx) => remind(context, tx, id, reminder))
      } catch (error) {
        context.log.error({ err: error, appointmentId: id }, 'a reminder could not be queued')
      }
      context.triggerJob('notifications.send-outbox')
    },
  })
}
