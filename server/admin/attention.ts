import type { Attention, AttentionItem } from '../../contract/admin/attention.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import type { Context } from '../context.ts'
import type { Actor, ShopScope } from '../identity/sessions/shop-scope.ts'
import { findMailOutage } from '../notifications/mail-outage.ts'
import { findCardAlarm } from '../payments/card-alarm.ts'
import { listCardTroubles } from './attention-cards.ts'
import { listJobsAround } from './attention-jobs.ts'
import { listBouncedMails } from './attention-mails.ts'
import { toBrief } from './brief-appointment.ts'
import { findMisfits, type MisfitRow } from './misfits.ts'

const mostItems = 50
const mostJobs = 100

const misfitSentences: Record<MisfitRow['reason'], string> = {
  closed:
    'The shop is closed on that day by now. Please reopen it, or agree on another day with the customer.',
  before_opening: 'It begins before the shop opens by now. Please agree on another time with the customer.',
  after_closing: 'It ends after the shop closes by now. Please agree on another time with the customer.',
  bay_out_of_use: 'Its bay is out of use by now. Please put it into use again, or agree on another time.',
}

async function listMisfitItems(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const since = new Date(context.clock.now()).toISOString()
  return (await findMisfits(context, scope, null)).map((row) => ({
    ...toBrief(row),
    reason: 'does_not_fit',
    sentence: misfitSentences[row.reason],
    since,
    repair: null,
    mailId: null,
    askedAt: null,
  }))
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

async function findOutageFor(context: Context, actor: Actor): Promise<Attention['mailOutage']> {
  if (!isAllowed(actor.role, 'shop.changeStatus')) return null
  const outage = await findMailOutage(context)
  return outage && { since: outage.since.toISOString(), reason: outage.reason }
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
  const [cards, mails, misfits, jobs, pendingShops, mailOutage, cardAlarm] = [
    await listCardTroubles(context, actor.scope),
    await listBouncedMails(context, actor.scope),
    await listMisfitItems(context, actor.scope),
    await listJobsAround(context, actor.scope),
    await countPendingShops(context, actor),
    await findOutageFor(context, actor),
    await findCardAlarmFor(context, actor),
  ]
  const items = [...cards, ...mails, ...misfits].toSorted(
    (one, other) => Date.parse(one.appointmentDate) - Date.parse(other.appointmentDate),
  )
  const { today, tomorrow } = jobs
  return {
    items: items.slice(0, mostItems),
    total: items.length,
    today: today.slice(0, mostJobs),
    todayTotal: today.length,
    tomorrow: tomorrow.slice(0, mostJobs),
    tomorrowTotal: tomorrow.length,
    pendingShops,
    mailOutage,
    cardAlarm,
  }
}
