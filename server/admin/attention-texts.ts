import { sql } from 'kysely'
import type { Attention, AttentionItem } from '../../contract/admin/attention.ts'
import type { Context } from '../context.ts'
import { firstCharacters } from '../first-characters.ts'
import { inScope, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { toBrief } from './brief-appointment.ts'
import { selectListed } from './listed-appointment.ts'

const longestQuote = 140
const mostStrangers = 20
/** Older ones are not listed. */
const worthMs = 30 * 86_400_000

function quote(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ').trim()
  if (Array.from(line).length <= longestQuote) return line
  return `${firstCharacters(line, longestQuote - 1).trimEnd()}…`
}

type Unread = { body: string; at: string; count: number }

/** The appointments with unread texts of their customers, and the newest text of each. */
export async function listUnreadTexts(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const since = new Date(context.clock.now() - worthMs)
  const unread = sql<Unread | null>`(
    select json_build_object('body', (array_agg(t.body order by t.created_at desc))[1],
      'at', max(t.created_at), 'count', count(*)::integer)
    from texts t where t.appointment_id = a.id and t.direction = 'in' and t.kind = 'reply' and t.read_at is null having count(*) > 0)`
  const rows = await selectListed(context.database.db, scope)
    .select(unread.as('unread'))
    .where('a.id', 'in', (query) =>
      query
        .selectFrom('texts as x')
        .select((text) => text.ref('x.appointment_id').$notNull().as('id'))
        .where('x.direction', '=', 'in')
        .where('x.kind', '=', 'reply')
        .where('x.read_at', 'is', null)
        .where('x.appointment_id', 'is not', null)
        .where('x.created_at', '>', since),
    )
    .execute()
  return rows.flatMap(({ unread: news, ...row }) =>
    news === null
      ? []
      : [
          {
            ...toBrief(row),
            reason: 'text_unread' as const,
            sentence: `${news.count === 1 ? 'Wrote' : `Wrote ${news.count} texts, the last one`}: “${quote(news.body)}”`,
            since: new Date(news.at).toISOString(),
            repair: null,
            mailId: null,
            askedAt: null,
            answerBy: null,
          },
        ],
  )
}

/** Unread texts of phones without an appointment, the newest first. */
export async function listStrangersTexts(
  context: Context,
  scope: ShopScope,
): Promise<Attention['strangersTexts']> {
  const rows = await context.database.db
    .selectFrom('texts as t')
    .innerJoin('shops as s', 's.id', 't.shop_id')
    .select(['t.id', 't.phone', 't.body', 't.created_at', 's.business_name', 's.time_zone'])
    .where('t.direction', '=', 'in')
    .where('t.kind', '=', 'reply')
    .where('t.read_at', 'is', null)
    .where('t.appointment_id', 'is', null)
    .where('t.created_at', '>', new Date(context.clock.now() - worthMs))
    .where(inScope(scope, 's.id'))
    .orderBy('t.created_at', 'desc')
    .limit(mostStrangers)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    shopName: row.business_name,
    timeZone: row.time_zone,
    phone: row.phone,
    body: quote(row.body),
    at: row.created_at.toISOString(),
  }))
}
