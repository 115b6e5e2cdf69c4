import { sql } from 'kysely'
import { listOpened } from '../../../contract/slots/earlier-starts.ts'
import type { Context } from '../../context.ts'
import { findRestrictions } from '../../customers/restrictions.ts'
import { workInRounds } from '../../jobs/queue-rounds.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'
import { canWait } from './can-wait.ts'
import { listEarlierStarts, withoutConflicts, type Waiting } from './list-earlier-starts.ts'

export const mailEarlierTimesJob = 'booking.mail-earlier-times'

const shopsAtOnce = 100
/** Wishes whose days are read in one query. */
const wishesAtOnce = 20
const hourMs = 3_600_000

/** The wishes of a shop. One whose appointment is gone has no times. */
function listWishes({ database: { db } }: Context, shopId: number) {
  return db
    .selectFrom('waiting_list as w')
    .leftJoin('appointments as a', 'a.id', 'w.appointment_id')
    .innerJoin('shops as s', 's.id', 'w.shop_id')
    .select(['w.appointment_id as appointmentId', 'w.shop_id as shopId', 's.time_zone as timeZone'])
    .select(['w.known_starts as knownStarts', 'w.known_before as knownBefore'])
    .select(['a.state', 'a.customer_id as customerId', 'a.starts_at as startsAt', 'a.ends_at as endsAt'])
    .where('w.shop_id', '=', shopId)
    .orderBy('w.created_at')
    .orderBy('w.appointment_id')
    .execute()
}
type Listed = Awaited<ReturnType<typeof listWishes>>[number]
type Wish = Listed & Waiting

function isOpen(wish: Listed, now: number): wish is Wish {
  const { state, customerId, startsAt, endsAt } = wish
  if (state === null || customerId === null || startsAt === null || endsAt === null) return false
  return canWait({ state, startsAt: startsAt.getTime(), timeZone: wish.timeZone }, now)
}

/** At most one mail an hour: what opens meanwhile is in the next one. A blocked customer can move nothing. */
async function mayBeMailed({ database: { db }, clock }: Context, wish: Wish): Promise<boolean> {
  const { isBlocked } = await findRestrictions(db, wish.customerId, clock.now())
  if (isBlocked) return false
  const recent = await db
    .selectFrom('outbox')
    .select('id')
    .where(sql<string>`payload ->> 'appointmentId'`, '=', wish.appointmentId)
    .where('kind', '=', 'earlier_time_open')
    .where('created_at', '>', new Date(clock.now() - hourMs))
    .limit(1)
    .executeTakeFirst()
  return recent === undefined
}

const isSameList = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((start, index) => start === other[index])

/**
 * Mails the starts that opened since the last look. The row of the last look and the mail are written in one
 * transaction, and only on the row that was read: a second run at the same time mails nothing.
 */
async function answerWish(context: Context, wish: Wish, free: readonly number[]): Promise<void> {
  const knownStarts = wish.knownStarts.map((start) => start.getTime())
  const opened = listOpened(free, { starts: knownStarts, before: wish.knownBefore.getTime() })
  const news = await withoutConflicts(context.database.db, context, wish, opened)
  const isMailed = news.length > 0 && (await mayBeMailed(context, wish))
  // A start that may not be mailed yet, or that meets another appointment of the customer, stays news.
  const known = free.filter((start) => !opened.includes(start) || (isMailed && news.includes(start)))
  const isMoved = wish.knownBefore.getTime() !== wish.startsAt.getTime()
  if (!isMoved && isSameList(known, knownStarts)) return
  await context.database.transaction(async (tx) => {
    const appointment = await tx
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', wish.appointmentId)
      .where('state', '=', 'booked')
      .where('starts_at', '=', wish.startsAt)
      .executeTakeFirst()
    if (!appointment) return
    const { numUpdatedRows } = await tx
      .updateTable('waiting_list')
      .set({ known_starts: known.map((start) => new Date(start)), known_before: wish.startsAt })
      .where('appointment_id', '=', wish.appointmentId)
      .where('shop_id', '=', wish.shopId)
      .where(sql<boolean>`known_starts = ${wish.knownStarts}::timestamptz[]`)
      .where('known_before', '=', wish.knownBefore)
      .executeTakeFirst()
    if (!isMailed || numUpdatedRows === 0n) return
    await queueCustomerMail(tx, context, appointment, { kind: 'earlier_time_open', openStarts: news })
  })
  if (isMailed) context.triggerJob('notifications.send-outbox')
}

/** Takes a wish off the list, unless its appointment has changed since it was read. */
async function endWish({ database: { db } }: Context, wish: Listed): Promise<void> {
  await db
    .deleteFrom('waiting_list')
    .where('appointment_id', '=', wish.appointmentId)
    .where('shop_id', '=', wish.shopId)
    .where(
      sql<boolean>`not exists (select from appointments a where a.id = ${wish.appointmentId}
        and (a.state is distinct from ${wish.state} or a.starts_at is distinct from ${wish.startsAt}))`,
    )
    .execute()
}

async function lookAtShop(context: Context, shopId: number): Promise<void> {
  const now = context.clock.now()
  const wishes = await listWishes(context, shopId)
  for (const wish of wishes.filter((each) => !isOpen(each, now))) await endWish(context, wish)
  const open = wishes.filter((wish) => isOpen(wish, now))
  for (let first = 0; first < open.length; first += wishesAtOnce) {
    const some = open.slice(first, first + wishesAtOnce)
    for (const { wish, free } of await listEarlierStarts(context.database.db, some, now)) {
      const { appointmentId } = wish
      // One wish that fails must not keep the others of its shop from their mails.
      await answerWish(context, wish, free).catch((error: unknown) =>
        context.log.error(
          { err: error, appointmentId, shopId },
          'a wish for an earlier time was not answered',
        ),
      )
    }
  }
}

/**
 * Looks at the free starts of every shop that customers wait for, and mails those that opened to everybody
 * whose appointment they suit. It compares states instead of following events, so that an opening by any
 * cause is found: a cancellation, a move, a released claim, a new bay, longer hours or fewer closures.
 */
export async function mailEarlierTimes(context: Context): Promise<void> {
  await workInRounds(context, {
    name: 'waiting-list',
    batchSize: shopsAtOnce,
    list: (after: { shop_id: number } | null) =>
      context.database.db
        .selectFrom('waiting_list')
        .select('shop_id')
        .distinct()
        .where('shop_id', '>', after?.shop_id ?? 0)
        .orderBy('shop_id')
        .limit(shopsAtOnce)
        .execute(),
    work: async ({ shop_id: shopId }) => {
      try {
        await lookAtShop(context, shopId)
      } catch (error) {
        context.log.error({ err: error, shopId }, 'the waiting list of a shop could not be worked through')
      }
    },
  })
}
