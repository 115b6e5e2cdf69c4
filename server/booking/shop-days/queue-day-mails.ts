import { addDays } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { workInRounds } from '../../jobs/queue-rounds.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import { listMailReaders } from '../../shops/mail-readers.ts'
import { listDueShops, type DayMailKind, type DueShop } from './due-shops.ts'
import { countAttention, instantOn, listJobsOfDay, listUncharged } from './list-jobs.ts'

const batchSize = 100
const noon = 12 * 60
/** The row of a day has no use once the day is over in every zone. */
const keptMs = 3 * 86_400_000

/**
 * Records that the mail of a day is queued, or that nobody needs it. Returns false when another process or an
 * earlier run has done so: the primary key decides, and the second transaction waits for the first.
 */
async function claimDay(tx: Queryable, context: Context, kind: DayMailKind, shop: DueShop): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('shop_day_mails')
    .values({ shop_id: shop.id, kind, day: shop.day, queued_at: new Date(context.clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** The part of the payload that both mails share. */
function sharedOf({ clock, config }: Context, shop: DueShop) {
  return {
    shopId: shop.id,
    shopName: shop.businessName,
    shopAddress: shop.address,
    createdAt: new Date(clock.now()).toISOString(),
    day: shop.day,
    timeZone: shop.timeZone,
    adminUrl: `${config.publicUrl}/admin?shop=${shop.id}`,
  }
}

async function queueDaySheet(tx: Queryable, context: Context, shop: DueShop): Promise<void> {
  const readers = await listMailReaders(tx, shop.id, 'shop_day_sheet')
  if (readers.length === 0) return
  const { jobs, count } = await listJobsOfDay(tx, context, shop)
  const { count: uncharged } = await listUncharged(tx, context, shop)
  const attention = { uncharged, ...(await countAttention(tx, context, shop)) }
  const needsAttention = Object.values(attention).some((each) => each > 0)
  if (count === 0 && !(shop.isOpen && needsAttention)) return
  const shared = sharedOf(context, shop)
  const payload = {
    ...shared,
    ...attention,
    count,
    jobs,
    firstStartsAt: jobs[0]?.startsAt ?? null,
    usefulUntil: instantOn(shop, noon),
    adminUrl: `${shared.adminUrl}&view=board`,
  }
  const at = new Date(context.clock.now())
  for (const recipient of readers) await queueMail(tx, { kind: 'shop_day_sheet', recipient, at, payload })
}

async function queueUncharged(tx: Queryable, context: Context, shop: DueShop): Promise<void> {
  const readers = await listMailReaders(tx, shop.id, 'shop_done_not_charged')
  if (readers.length === 0) return
  const { jobs, count } = await listUncharged(tx, context, shop)
  if (count === 0) return
  const usefulUntil = instantOn({ ...shop, day: addDays(shop.day, 1) }, 0)
  const payload = { ...sharedOf(context, shop), count, jobs, usefulUntil }
  const at = new Date(context.clock.now())
  for (const recipient of readers)
    await queueMail(tx, { kind: 'shop_done_not_charged', recipient, at, payload })
}

const queues = { shop_day_sheet: queueDaySheet, shop_done_not_charged: queueUncharged }

async function queueDue(context: Context, kind: DayMailKind): Promise<void> {
  await workInRounds(context, {
    name: kind,
    batchSize,
    list: (last: DueShop | null) => listDueShops(context, kind, { after: last?.id ?? 0, limit: batchSize }),
    work: async (shop) => {
      try {
        await context.database.transaction(async (tx) => {
          if (await claimDay(tx, context, kind, shop)) await queues[kind](tx, context, shop)
        })
      } catch (error) {
        context.log.error({ err: error, shopId: shop.id, kind }, 'a mail about a day could not be queued')
      }
      context.triggerJob('notifications.send-outbox')
    },
  })
}

/** Queues the sheet of the day for each shop, once, from 7 AM to noon on its clock. */
export async function queueDaySheets(context: Context): Promise<void> {
  await queueDue(context, 'shop_day_sheet')
}

/** Queues the list of finished jobs that are not charged, once in the evening on the shop's clock. */
export async function queueDoneNotCharged(context: Context): Promise<void> {
  await queueDue(context, 'shop_done_not_charged')
}

/** Deletes the rows of days that are over. */
export async function forgetDayMails({ database, clock }: Context): Promise<void> {
  await database.db
    .deleteFrom('shop_day_mails')
    .where('day', '<', new Date(clock.now() - keptMs).toISOString().slice(0, 10))
    .execute()
}
