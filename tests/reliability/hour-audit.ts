import { personWith } from '../support/people.ts'
import type { AppProcess, World } from '../support/start-world.ts'

/** A start of a job at a shop on a day of the booking window. */
export type Hour = { shopId: number; day: string; time: string; productId: number }

type Expected = { day: string; hour: number; free: boolean; held: boolean }

/**
 * The starts that can be booked, computed by the database from the rows alone: the shop takes appointments,
 * the day is an open weekday of the window without a closure, the job ends by closing, and a bay in use is
 * free.
 */
async function expectHours(
  { context }: World,
  shopId: number,
  { productId, exceptId = null }: { productId: number; exceptId?: string | null },
): Promise<Expected[]> {
  const { rows } = await context.database.pool.query<Expected>(
    `select d.day::text, h.hour, o.is_open and closed_by is null and b.free > 0 as free,
        o.is_open and closed_by is null and b.free = 0 as held
      from shops s
      cross join lateral (select ($2::timestamptz at time zone s.time_zone)::date + 7 + n as day
        from generate_series(0, 13) n) d
      cross join generate_series(9, 16) as h (hour)
      join packages p on p.id = $3
      cross join lateral (select (d.day + make_time(h.hour, 0, 0)) at time zone s.time_zone as starts) job
      cross join lateral (select job.starts + p.duration_minutes * interval '1 minute' as ends) job_end
      cross join lateral (select s.status = 'approved' and extract(isodow from d.day) < 6 and exists (
        select from shop_hours w where w.shop_id = s.id and w.weekday = extract(isodow from d.day) and w.is_open
          and (d.day + w.opens_at) at time zone s.time_zone <= job.starts
          and job_end.ends <= (d.day + w.closes_at) at time zone s.time_zone) as is_open) o
      left join lateral (select c.id as closed_by from shop_closures c
        where c.shop_id = s.id and c.first_day <= d.day and d.day <= c.last_day limit 1) closure on true
      cross join lateral (select count(*)::int as free from bays b where b.shop_id = s.id and b.in_use and not exists (
        select from appointments a where a.bay_id = b.id and a.state not in ('cancelled', 'released')
          and a.id is distinct from $4::uuid and a.starts_at < job_end.ends and job.starts < a.ends_at)) b
      where s.id = $1 order by d.day, h.hour`,
    [shopId, new Date(context.clock.now()), productId, exceptId],
  )
  return rows
}

type Shown = { date: string; slots: { time: string; available: boolean; reason?: string }[] }[]

export type HourAudit = { found: string[]; compared: number; free: Hour[]; taken: Hour[] }

/**
 * Compares the free times of a process with the rows. A lost hour is shown as taken but a bay is free; a
 * ghost hour is shown as free but cannot be booked.
 */
export async function auditHours(
  world: World,
  process: AppProcess,
  { shopId, productId, exceptId }: { shopId: number; productId: number; exceptId?: string },
): Promise<HourAudit> {
  const expected = await expectHours(world, shopId, { productId, ...(exceptId ? { exceptId } : {}) })
  const own = exceptId ? `&appointmentId=${exceptId}` : `&productId=${productId}`
  const path = `/api/appointments/availability?date=${expected[0]?.day}&days=14&shopId=${shopId}${own}`
  const { status, body } = await personWith(process, '').get(path)
  const audit: HourAudit = { found: [], compared: 0, free: [], taken: [] }
  // A shop that takes no appointments has no free times at all.
  const shown = new Map(
    (status === 200 ? (body as Shown) : []).flatMap(({ date, slots }) =>
      slots.map((slot) => [`${date} ${slot.time}`, slot] as const),
    ),
  )
  if (status !== 200 && status !== 422) audit.found.push(`free times were answered ${status}`)
  for (const { day, hour, free, held } of expected) {
    const slot = shown.get(`${day} ${hour}:00`)
    const says = slot?.available === true
    const where = `package ${productId} at ${hour} on ${day} at shop ${shopId}${exceptId ? ` for ${exceptId}` : ''}`
    audit.compared += 1
    if (free && !says)
      audit.found.push(`lost hour: ${where} is ${slot?.reason ?? 'not shown'}, and a bay is free`)
    if (!free && says) audit.found.push(`ghost hour: ${where} is shown as free, and cannot be booked`)
    const known = { shopId, day, time: `${hour}:00`, productId }
    if (says) audit.free.push(known)
    else if (held) audit.taken.push(known)
  }
  return audit
}
