import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/** An approved shop whose mail about a day is due, with its day and hours. */
export type DueShop = {
  id: number
  businessName: string
  address: string
  timeZone: string
  /** By the shop's calendar. */
  day: string
  /** Whether it has hours on that day and no closure. */
  isOpen: boolean
}

export type DayMailKind = 'shop_day_sheet' | 'shop_done_not_charged'

/** The shop's wall time at which a mail is due, and until which it is still worth sending. */
const times = {
  shop_day_sheet: sql`l.wall::time >= '07:00' and l.wall::time < '12:00'`,
  // An hour after closing, late closings apart: the mail belongs to the day itself.
  shop_done_not_charged: sql`l.wall::time >= case when h.closes_at is null then '19:00'
    when h.closes_at >= '22:30' then '23:30' else h.closes_at + interval '1 hour' end`,
}

/**
 * Lists up to `limit` shops that a kind of mail is due at and that have no row for it, by their id.
 * `offset 0` keeps one look-up of the hours per shop, whatever the statistics say.
 */
export async function listDueShops(
  { database, clock }: Context,
  kind: DayMailKind,
  { after, limit }: { after: number; limit: number },
): Promise<DueShop[]> {
  const now = new Date(clock.now())
  const { rows } = await sql<DueShop>`
    select s.id, s.business_name as "businessName", s.address, s.time_zone as "timeZone",
      l.wall::date::text as day, h.closes_at is not null as "isOpen"
    from shops s
    cross join lateral (select ${now}::timestamptz at time zone s.time_zone as wall) l
    left join lateral (select closes_at from shop_hours
      where shop_id = s.id and is_open and weekday = extract(isodow from l.wall)
        and not exists (select from shop_closures c
          where c.shop_id = s.id and l.wall::date between c.first_day and c.last_day) offset 0) h on true
    where s.status = 'approved' and s.id > ${after} and ${times[kind]}
      and not exists (select from shop_day_mails d where d.shop_id = s.id and d.kind = ${kind} and d.day = l.wall::date)
    order by s.id limit ${limit}`.execute(database.db)
  return rows
}
