import { sql } from 'kysely'
import { answerHours, choiceHours, giveUpHours, requestDays } from '../../../contract/fitment/review-times.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { lowestUuid } from '../../database/uuid.ts'
import type { AppointmentRow, FitmentReviewRow } from '../../database/rows.ts'
import { awaitsReview } from '../../fitment/record-verdict.ts'
import { workInRounds } from '../../jobs/queue-rounds.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'
import { cancelLockedAppointment } from '../cancel-appointment.ts'
import { queueRequestMail } from './queue-request-mail.ts'

const batchSize = 100
const hourMs = 3_600_000

type Due = { id: string; starts_at: Date }

/** Sorts before every appointment. */
const earliest: Due = { id: lowestUuid, starts_at: new Date(0) }

/** The mail that offers the choice, for the present start of an appointment called `a`. */
const offers = sql`select from outbox o
  where o.kind = 'fitment_undecided' and o.payload ->> 'appointmentId' = a.id::text
    and (o.payload ->> 'startsAt')::timestamptz = a.starts_at`

/** Booked appointments that await a review and start within these hours. */
function selectAwaiting({ clock }: Context, db: Queryable, hours: number) {
  const now = clock.now()
  return (
    db
      .selectFrom('appointments as a')
      .where('a.state', '=', 'booked')
      // The shop sold it itself, and looks at the car.
      .where('a.booked_by', 'is', null)
      // A car that is at the shop is looked at there.
      .where('a.work_state', '=', 'booked')
      .where('a.starts_at', '<=', new Date(now + hours * hourMs))
      .where('a.ends_at', '>', new Date(now))
      .where(awaitsReview)
  )
}

/** The shop has had its time for an answer, and the customer has not been asked to choose. */
function selectChoosing(context: Context, db: Queryable) {
  const openedBefore = new Date(context.clock.now() - answerHours * hourMs)
  return selectAwaiting(context, db, choiceHours).where(
    sql<boolean>`not exists (${offers}) and exists (
      select from fitment_reviews r where r.appointment_id = a.id and r.package_id = a.package_id
        and r.answered_at is null and r.opened_at <= ${openedBefore})`,
  )
}

/**
 * The customer was asked to choose 24 hours before the start at the latest. An appointment that was booked,
 * moved or changed later than that has until its start.
 */
function selectGivenUp(context: Context, db: Queryable) {
  const isAskedInTime = sql<boolean>`exists (${offers}
    and o.created_at <= a.starts_at - make_interval(hours => ${giveUpHours}))`
  return selectAwaiting(context, db, giveUpHours).where((where) =>
    where.or([isAskedInTime, where('a.starts_at', '<=', new Date(context.clock.now()))]),
  )
}

/**
 * Locks an appointment and reads it again: an answer, a move or a charge may have come since the list was
 * read. Null when it is not chosen any more.
 */
async function lockIfStill(
  context: Context,
  tx: Queryable,
  select: typeof selectChoosing,
  id: string,
): Promise<AppointmentRow | null> {
  await tx.selectFrom('appointments').select('id').where('id', '=', id).forUpdate().execute()
  // A statement of its own sees what was committed while the first one waited.
  const appointment = await select(context, tx).selectAll('a').where('a.id', '=', id).executeTakeFirst()
  return appointment ?? null
}

/** Works through the chosen appointments by their start. One that fails is tried again with a later tick. */
async function settle(
  context: Context,
  name: string,
  select: typeof selectChoosing,
  work: (id: string) => Promise<void>,
): Promise<void> {
  await workInRounds(context, {
    name,
    batchSize,
    list: (after: Due | null) =>
      select(context, context.database.db)
        .select(['a.id', 'a.starts_at'])
        .where(
          sql<boolean>`(a.starts_at, a.id) > (${(after ?? earliest).starts_at}, ${(after ?? earliest).id}::uuid)`,
        )
        .orderBy('a.starts_at')
        .orderBy('a.id')
        .limit(batchSize)
        .execute(),
    work: async ({ id }) => {
      try {
        await work(id)
      } catch (error) {
        context.log.error({ err: error, appointmentId: id }, 'an open fitment review could not be settled')
      }
    },
  })
}

/** Tells customers whose review is still open 72 hours before the start that they may wait or cancel. */
export async function offerChoice(context: Context): Promise<void> {
  await settle(context, 'fitment_choices', selectChoosing, async (id) => {
    await context.database.transaction(async (tx) => {
      const appointment = await lockIfStill(context, tx, selectChoosing, id)
      if (appointment) await queueCustomerMail(tx, context, appointment, { kind: 'fitment_undecided' })
    })
    context.triggerJob('notifications.send-outbox')
  })
}

/** Cancels appointments whose review is still open 24 hours before the start: the customer pays nothing. */
export async function cancelUndecided(context: Context): Promise<void> {
  const by = { id: null, role: 'shop', reason: unansweredReason } as const
  await settle(context, 'undecided_fitment', selectGivenUp, (id) =>
    cancelLockedAppointment(
      context,
      id,
      by,
      (tx) => lockIfStill(context, tx, selectGivenUp, id),
      async (tx) => {
        await closeUnanswered(context, tx).where('appointment_id', '=', id).execute()
      },
    ),
  )
}

/** Ends requests without an appointment that the shop did not answer, and tells their customers. */
export async function endOldRequests(context: Context): Promise<void> {
  const before = new Date(context.clock.now() - requestDays * 24 * hourMs)
  await context.database.transaction(async (tx) => {
    const ended: FitmentReviewRow[] = await closeUnanswered(context, tx)
      .where('appointment_id', 'is', null)
      .where('opened_at', '<=', before)
      .returningAll()
      .execute()
    for (const review of ended)
      await queueRequestMail(tx, context, review, { answer: 'unanswered', note: '' })
  })
}

function closeUnanswered({ clock }: Context, tx: Queryable) {
  return tx
    .updateTable('fitment_reviews')
    .set({ outcome: 'unanswered', answered_at: new Date(clock.now()) })
    .where('answered_at', 'is', null)
}

const unansweredReason = 'The shop couldn’t confirm in time that your package fits your car.'
