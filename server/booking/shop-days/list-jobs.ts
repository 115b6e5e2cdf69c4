import { sql } from 'kysely'
import { paymentStatusOf } from '../../../contract/booking/appointment-states.ts'
import { priceDueOf } from '../../../contract/payments/day-price.ts'
import { paymentShownOf } from '../../../contract/payments/payment-words.ts'
import { instantOfWallTime } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { healthOf, holdSummary } from '../../holds/hold-health.ts'
import { mostJobs, type DayJob } from '../../notifications/shop-day-mail.ts'
import { priceFacts } from '../../payments/price/find-price.ts'
import { isDoneNotCharged } from '../appointment-conditions.ts'
import type { DueShop } from './due-shops.ts'

type Jobs = { jobs: DayJob[]; count: number }

/** Appointments of a shop with the columns of a job, called `a`. */
function selectJobs(tx: Queryable, shopId: number) {
  return tx
    .selectFrom('appointments as a')
    .innerJoin('bays as b', 'b.id', 'a.bay_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .select(['a.id', 'a.state', 'a.pays_by', 'a.starts_at', 'a.ends_at'])
    .select(['a.hold_attempted_at', 'a.hold_failed_at'])
    .select(['a.customer_name', 'a.customer_phone', 'a.price_cents'])
    .select(['a.vehicle_year', 'a.vehicle_make', 'a.vehicle_model', 'a.vehicle_vin'])
    .select(['b.name as bay_name', 'p.name as package_name', holdSummary.as('holds'), priceFacts.as('price')])
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .where('a.shop_id', '=', shopId)
    .limit(mostJobs)
}
type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>

function toJobs(context: Context, shopId: number, rows: readonly JobRow[]): Jobs {
  const now = context.clock.now()
  const jobs = rows.map((row): DayJob => {
    const due = priceDueOf({ ...row.price, priceCents: row.price_cents })
    const { label } = paymentShownOf({
      status: paymentStatusOf(row.state, row.pays_by) ?? 'cancelled',
      hold: healthOf(row, row.holds, now),
      capturedCents: row.holds.capturedCents ?? 0,
      refundedCents: row.holds.refundedCents ?? 0,
      feeCents: row.holds.feeCents ?? 0,
      dispute: null,
    })
    return {
      appointmentId: row.id,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      bayName: row.bay_name,
      customerName: row.customer_name,
      customerPhone: row.customer_phone,
      vehicle: { year: row.vehicle_year, make: row.vehicle_make, model: row.vehicle_model },
      vinEnd: row.vehicle_vin?.slice(-6) ?? null,
      packageName: row.package_name,
      priceCents: row.state === 'booked' ? due.dueCents : due.totalCents,
      payment: label,
      awaitsFitment: row.state === 'booked' && row.holds.awaitsFitment,
      url: `${context.config.publicUrl}/admin?shop=${shopId}&appointment=${row.id}`,
    }
  })
  return { jobs, count: rows[0]?.total ?? 0 }
}

/** The jobs that start on the shop's day, by their start. */
export async function listJobsOfDay(
  tx: Queryable,
  context: Context,
  { id, day, timeZone }: DueShop,
): Promise<Jobs> {
  const midnight = (ahead: number) =>
    sql<Date>`(${day}::date + ${ahead}::integer)::timestamp at time zone ${timeZone}`
  const rows = await selectJobs(tx, id)
    .where('a.state', 'in', ['claimed', 'booked', 'completed'])
    .where('a.starts_at', '>=', midnight(0))
    .where('a.starts_at', '<', midnight(1))
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()
  return toJobs(context, id, rows)
}

/** The jobs that ended and are not charged, the latest first. One that is being charged now is not listed. */
export async function listUncharged(tx: Queryable, context: Context, { id }: DueShop): Promise<Jobs> {
  const rows = await selectJobs(tx, id)
    .where(isDoneNotCharged(context.clock.now()))
    .where(
      sql<boolean>`not exists (select from holds h where h.appointment_id = a.id and h.status = 'capturing')`,
    )
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id')
    .execute()
  return toJobs(context, id, rows)
}

/** Open fitment checks of a shop, and jobs of the coming week whose card could not be held. */
export async function countAttention(
  tx: Queryable,
  { clock }: Context,
  { id }: DueShop,
): Promise<{ openChecks: number; failedHolds: number }> {
  const now = clock.now()
  const [from, to] = [new Date(now), new Date(now + 7 * 86_400_000)]
  const { rows } = await sql<{ checks: number; failed: number }>`
    select (select count(*)::integer from fitment_reviews r where r.shop_id = ${id} and r.answered_at is null) as checks,
      (select count(*)::integer from appointments a where a.shop_id = ${id} and a.state = 'booked'
        and a.starts_at > ${from} and a.starts_at <= ${to} and a.hold_failed_at is not null) as failed`.execute(
    tx,
  )
  return { openChecks: rows[0]?.checks ?? 0, failedHolds: rows[0]?.failed ?? 0 }
}

/** A wall time of the shop's day as an instant. */
export function instantOn({ day, timeZone }: DueShop, minutes: number): string {
  return new Date(instantOfWallTime(day, minutes, timeZone) ?? Date.parse(day)).toISOString()
}
