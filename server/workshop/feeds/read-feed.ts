import type { FeedKind } from '../../../contract/feeds/feeds.ts'
import { isAllowed } from '../../../contract/identity/permissions.ts'
import { standingOf, type ShopRole } from '../../../contract/identity/roles.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { consumeRateLimit } from '../../identity/limits/rate-limit.ts'
import { feedKindsOf, hashOf } from './feed-links.ts'
import { listFeedBlocks, listFeedJobs } from './feed-rows.ts'
import { writeFeed } from './write-feed.ts'

/** Calendars read every few minutes, on several devices. */
const readsOfFeed = { windowSeconds: 3600, max: 120 }
const recentMs = 300_000

type Feed = {
  shop_id: number
  user_id: string
  kind: FeedKind
  last_read_at: Date | null
  role: ShopRole
  status: string
  ever_approved: boolean
  business_name: string
  address: string
  time_zone: string
}

/**
 * The file of a subscription. The role of the moment decides what it contains: a technician reads no phone
 * numbers. Refuses an unknown or ended address, one of a removed or disabled person, and one that the role no
 * longer allows as `not_found`.
 */
export async function readFeed(context: Context, file: string): Promise<string> {
  const hash = hashOf(file.replace(/\.ics$/, ''))
  const feed = await findFeed(context, hash)
  if (!feed) return refuse('not_found', { sentence: 'This calendar link is no longer valid.' })
  await consumeRateLimit(context, `calendar-feed:${hash}`, readsOfFeed)
  const isSuspended = feed.status === 'suspended' && feed.ever_approved
  const standing = standingOf({ role: feed.role, isSuspended })
  if (!feedKindsOf(standing).includes(feed.kind))
    return refuse('not_found', { sentence: 'This calendar link is no longer valid.' })
  await noteRead(context, feed, hash)
  const { db } = context.database
  const range = { shopId: feed.shop_id, now: context.clock.now() }
  const jobs = await listFeedJobs(db, {
    ...range,
    technicianId: feed.kind === 'mine' ? feed.user_id : null,
    // As in their own list of jobs: no way to reach the customer.
    withPhone: isAllowed(standing, 'appointment.read'),
  })
  const blocks = feed.kind === 'shop' ? await listFeedBlocks(db, range) : []
  return writeFeed({
    name: feed.kind === 'mine' ? `My jobs at ${feed.business_name}` : feed.business_name,
    place: `${feed.business_name}, ${feed.address}`,
    publicUrl: context.config.publicUrl,
    timeZone: feed.time_zone,
    now: context.clock.now(),
    jobs,
    blocks,
  })
}

async function findFeed({ database }: Context, hash: string): Promise<Feed | undefined> {
  return database.db
    .selectFrom('calendar_feeds as f')
    .innerJoin('shop_members as m', (join) =>
      join.onRef('m.shop_id', '=', 'f.shop_id').onRef('m.user_id', '=', 'f.user_id'),
    )
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .innerJoin('shops as s', 's.id', 'f.shop_id')
    .select(['f.shop_id', 'f.user_id', 'f.kind', 'f.last_read_at', 'm.role'])
    .select(['s.status', 's.ever_approved', 's.business_name', 's.address', 's.time_zone'])
    .where('f.secret_hash', '=', hash)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** The time of the last read, not more often than every few minutes. */
async function noteRead({ database, clock }: Context, feed: Feed, hash: string): Promise<void> {
  const now = clock.now()
  if (feed.last_read_at !== null && now - feed.last_read_at.getTime() < recentMs) return
  await database.db
    .updateTable('calendar_feeds')
    .set({ last_read_at: new Date(now) })
    .where('secret_hash', '=', hash)
    .execute()
}
