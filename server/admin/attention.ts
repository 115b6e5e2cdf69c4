import type { Attention, AttentionItem } from '../../contract/admin/attention.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { countFlaggedNetworks } from '../booking/flagged-networks.ts'
import type { Context } from '../context.ts'
import { countLimitedCustomers } from './watched-customers.ts'
import type { Actor, ShopScope } from '../identity/sessions/shop-scope.ts'
import { findMailOutage } from '../notifications/mail-outage.ts'
import { findCardAlarm } from '../payments/card-alarm.ts'
import { listBlockConflicts } from './attention-blocks.ts'
import { listCardTroubles } from './attention-cards.ts'
import { listDisputeItems, listStrayDisputes } from './attention-disputes.ts'
import { listDueFees, listNoShows } from './attention-fees.ts'
import { listJobsAround, listUnchargedJobs } from './attention-jobs.ts'
import { countWithheldMails, listBouncedMails } from './attention-mails.ts'
import { toBrief } from './brief-appointment.ts'
import { listSuspendedItems } from './attention-shops.ts'
import { listUnansweredItems } from './attention-reviews.ts'
import { listStrangersTexts, listUnreadTexts } from './attention-texts.ts'
import { listReturnsDue } from './attention-returns.ts'
import { listRestItems } from './attention-rest.ts'
import { listUnpaidItems } from './attention-unpaid.ts'
import { mostJobs, toToday } from './jobs-of-today.ts'
import { findMisfits, type MisfitRow } from './misfits.ts'
import { countRanges } from './range-counts.ts'

const mostItems = 50

const misfitSentences: Record<MisfitRow['reason'], string> = {
  closed: 'The shop is now closed on that day. Reopen it, or agree on another day with the customer.',
  before_opening: 'With the new hours, it begins before opening. Agree on another time with the customer.',
  after_closing: 'With the new hours, it ends after closing. Agree on another time with the customer.',
  bay_out_of_use:
    'Its bay is now out of use. Put it back in use, or agree on another time with the customer.',
}

async function listMisfitItems(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  return (await findMisfits(context, scope, null)).map((row) => ({
    ...toBrief(row),
    reason: 'does_not_fit',
    sentence: misfitSentences[row.reason],
    // A change of hours or bays leaves no date.
    since: null,
    repair: null,
    mailId: null,
    askedAt: null,
    answerBy: null,
  }))
}

async function countPendingChanges(context: Context, actor: Actor): Promise<number> {
  if (!isAllowed(actor.role, 'shop.changeStatus')) return 0
  const { count } = await context.database.db
    .selectFrom('shop_change_requests')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countPendingShops(context: Context, actor: Actor): Promise<number> {
  if (!isAllowed(actor.role, 'shop.changeStatus')) return 0
  const { count } = await context.database.db
    .selectFrom('shops')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countWithheldFor(context: Context, actor: Actor): Promise<number> {
  return isAllowed(actor.role, 'shop.changeStatus') ? countWithheldMails(context) : 0
}

async function findOutageFor(context: Context, actor: Actor): Promise<Attention['mailOutage']> {
  if (!isAllowed(actor.role, 'shop.changeStatus')) return null
  const outage = await findMailOutage(context)
  return outage && { since: outage.since.toISOString(), reason: outage.reason }
}

/** Customers and networks of the last day that hit a limit, for those who may read customers. */
async function countSuspects(
  context: Context,
  actor: Actor,
): Promise<Pick<Attention, 'limitedCustomers' | 'flaggedNetworks'>> {
  if (!isAllowed(actor.role, 'customer.read')) return { limitedCustomers: 0, flaggedNetworks: 0 }
  return {
    limitedCustomers: await countLimitedCustomers(context),
    flaggedNetworks: await countFlaggedNetworks(context),
  }
}

async function findCardAlarmFor(context: Context, actor: Actor): Promise<Attention['cardAlarm']> {
  if (!isAllowed(actor.role, 'shop.changeStatus')) return null
  const alarm = await findCardAlarm(context)
  return alarm && { ...alarm, since: alarm.since.toISOString() }
}

/**
 * Lists the problems that need attention from staff, and the jobs of today and tomorrow: of all shops for an
 * administrator, of its own for a shop.
 */
export async function listAttention(context: Context, actor: Actor): Promise<Attention> {
  const { scope } = actor
  const disputes = await listDisputeItems(context, actor)
  const cards = await listCardTroubles(context, actor)
  const mails = await listBouncedMails(context, scope)
  const misfits = await listMisfitItems(context, scope)
  const suspended = await listSuspendedItems(context, scope)
  const unanswered = await listUnansweredItems(context, scope)
  const unpaid = await listUnpaidItems(context, scope)
  const rests = await listRestItems(context, scope)
  const blocked = await listBlockConflicts(context, scope)
  const noShows = await listNoShows(context, scope)
  const dueFees = await listDueFees(context, scope)
  const returns = await listReturnsDue(context, scope)
  const unread = await listUnreadTexts(context, scope)
  const items = [
    ...disputes,
    ...cards,
    ...unpaid,
    ...rests,
    ...noShows,
    ...dueFees,
    ...returns,
    ...blocked,
    ...unread,
    ...mails,
    ...misfits,
    ...suspended,
    ...unanswered,
  ].toSorted((one, other) => Date.parse(one.appointmentDate) - Date.parse(other.appointmentDate))
  const { today, tomorrow } = await listJobsAround(context, scope)
  return {
    items: items.slice(0, mostItems),
    total: items.length,
    ...toToday(today, context.clock.now()),
    tomorrow: tomorrow.slice(0, mostJobs),
    tomorrowTotal: tomorrow.length,
    uncharged: await listUnchargedJobs(context, scope, mostJobs),
    ranges: await countRanges(context, scope),
    pendingShops: await countPendingShops(context, actor),
    pendingShopChanges: await countPendingChanges(context, actor),
    ...(await countSuspects(context, actor)),
    withheldMails: await countWithheldFor(context, actor),
    mailOutage: await findOutageFor(context, actor),
    ...(await listStrayDisputes(context.database.db, actor)),
    strangersTexts: await listStrangersTexts(context, scope),
    cardAlarm: await findCardAlarmFor(context, actor),
  }
}
