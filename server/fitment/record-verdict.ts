import { sql } from 'kysely'
import type { Queryable } from '../database/open-database.ts'
import type { Judgement } from './judge-package.ts'

/** Records the verdict under which an appointment has, or will have, a package. */
export async function recordVerdict(
  db: Queryable,
  appointment: { id: string; shop_id: number },
  { version, generationId, headUnitId, answers, verdict, decidedBy }: Judgement,
  at: Date,
): Promise<void> {
  await db
    .insertInto('fitment_verdicts')
    .values({
      appointment_id: appointment.id,
      shop_id: appointment.shop_id,
      package_id: verdict.packageId,
      rule_version: version,
      generation_id: generationId,
      head_unit_id: headUnitId,
      rule_ids: verdict.ruleIds,
      answers: JSON.stringify(answers),
      outcome: verdict.outcome,
      reason: verdict.reason,
      conditions: JSON.stringify(verdict.conditions),
      extra_minutes: verdict.extraMinutes,
      extra_cents: verdict.extraCents,
      decided_by: decidedBy,
      decided_at: at,
    })
    .execute()
}

/** The newest verdict on a package of an appointment. */
export function findVerdict(db: Queryable, appointment: { id: string; packageId: number }) {
  return db
    .selectFrom('fitment_verdicts')
    .selectAll()
    .where('appointment_id', '=', appointment.id)
    .where('package_id', '=', appointment.packageId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest verdict on the present package of an appointment called `a`, as a row called `v`. */
export const newestVerdict = sql`
  select v.* from fitment_verdicts v
  where v.appointment_id = a.id and v.package_id = a.package_id
  order by v.id desc limit 1`

/** Whether an appointment called `a` awaits the shop's answer whether its package fits. */
export const awaitsReview = sql<boolean>`exists (
  select from fitment_reviews r
  where r.appointment_id = a.id and r.package_id = a.package_id and r.answered_at is null)`

/** The open review of the present package of an appointment; null when none is open. */
export async function findOpenReviewId(
  db: Queryable,
  appointment: { id: string; package_id: number },
): Promise<string | null> {
  const review = await db
    .selectFrom('fitment_reviews')
    .select('id')
    .where('appointment_id', '=', appointment.id)
    .where('package_id', '=', appointment.package_id)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return review?.id ?? null
}
