import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'

/** A setting: `shown` is recorded, null for an ended invitation; `seen` decides whether it changed. */
type Fact = { setting: string; shown: string | null; seen: string }
export type ShopFacts = ReadonlyMap<string, Fact>

/**
 * Reads every setting of a shop in words. A payout detail is shown as its last four characters and compared
 * by its sealed value, so that another number with the same end counts as a change. Of the invitations of an
 * address the latest counts, and an accepted one stays as it was: the new person tells of it. The trail is
 * never changed, so it has the id of an invitation and no address, which a deletion must erase.
 */
export async function readShopFacts(tx: Queryable, shopId: number): Promise<ShopFacts> {
  const { rows } = await sql<Fact>`
    with facts as (
      select f.setting, f.shown, f.shown as seen from shops s cross join lateral (values
        ('name', s.business_name),
        ('address', s.address),
        ('place', s.latitude || ', ' || s.longitude || case when s.is_rough then ', found roughly' else '' end),
        ('timeZone', s.time_zone),
        ('status', case when s.status = 'suspended' and not s.ever_approved then 'rejected' else s.status end
          || case when s.status_reason = '' then '' else ': ' || s.status_reason end),
        ('phone', s.phone),
        ('contactEmail', s.contact_email),
        ('textNumber', substr(s.text_number, 3)),
        ('weekStart', s.week_starts_on),
        ('cancellation', 'free until ' || s.cancel_free_hours || ' hours before, then '
          || coalesce('$' || to_char(s.cancel_fee_cents / 100.0, 'FM999990.00'), s.cancel_fee_percent || '% of the price')),
        ('license', s.license_number),
        ('warranty', s.warranty),
        ('parking', s.parking),
        ('waitingRoom', s.waiting_room),
        ('shuttle', s.shuttle),
        ('tips', case when s.takes_tips then 'taken' end),
        ('salesTax', (s.tax_rate / 1000.0)::float || ' %'),
        ('payout.method', s.payout_method)) as f (setting, shown)
      where s.id = ${shopId}
      union all
      select 'hours.' || weekday, h.shown, h.shown from shop_hours cross join lateral (select case when is_open
        then to_char(opens_at, 'FMHH12:MI AM') || ' to ' || to_char(closes_at, 'FMHH12:MI AM') else 'closed' end as shown) h
      where shop_id = ${shopId}
      union all
      select 'closure.' || id, c.shown, c.shown from shop_closures cross join lateral (select
        to_char(first_day, 'FMMon FMDD, YYYY')
        || case when last_day = first_day then '' else ' to ' || to_char(last_day, 'FMMon FMDD, YYYY') end
        || case when reason = '' then '' else ', ' || reason end as shown) c
      where shop_id = ${shopId}
      union all
      select 'taxableShare.' || package_id, percent || ' %', percent || ' %' from taxable_shares where shop_id = ${shopId}
      union all
      select 'person.' || user_id, role, role from shop_members where shop_id = ${shopId}
      union all
      select * from (
        select distinct on (email) 'invitation.' || id,
          case when ended_at is null or accepted_by is not null then role end,
          case when ended_at is null or accepted_by is not null then role else 'ended' end
        from shop_invitations where shop_id = ${shopId} order by email, invited_at desc, id desc) i
      union all
      select 'bay.' || id, b.shown, b.shown from bays cross join lateral (select name
        || case when in_use then '' else ', out of use' end as shown) b
      where shop_id = ${shopId}
      union all
      select 'payout.' || field, case when last_four = '' then 'given' else '•••• ' || last_four end,
        encode(sealed, 'hex')
      from payout_details where shop_id = ${shopId}
      union all
      select f.setting, f.shown, f.shown from shop_change_requests r cross join lateral (values
        ('request.name', r.business_name),
        ('request.address', r.address),
        ('request.timeZone', r.time_zone)) as f (setting, shown)
      where r.shop_id = ${shopId} and r.outcome is null
    ) select * from facts where shown is not null or seen = 'ended'`.execute(tx)
  return new Map(rows.map((fact) => [fact.setting, fact]))
}

/**
 * Records every setting that differs from `before` in the audit trail, in the transaction of the change;
 * every setting of a new shop.
 */
export async function recordShopChanges(
  tx: Queryable,
  shopId: number,
  { before, actorId, at }: { before?: ShopFacts; actorId: string | null; at: Date },
): Promise<void> {
  const after = await readShopFacts(tx, shopId)
  const rows = [...new Set([...(before?.keys() ?? []), ...after.keys()])].flatMap((setting) => {
    const [old, present] = [before?.get(setting), after.get(setting)]
    if (old?.seen === present?.seen) return []
    // Replaced by a new one, or deleted because it is old.
    if (!present && setting.startsWith('invitation.')) return []
    return [
      {
        shop_id: shopId,
        setting,
        old_value: old?.shown ?? null,
        new_value: present?.shown ?? null,
        actor_id: actorId,
        changed_at: at,
      },
    ]
  })
  if (rows.length > 0) await tx.insertInto('shop_changes').values(rows).execute()
}
