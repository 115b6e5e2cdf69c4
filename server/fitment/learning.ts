import { sql } from 'kysely'
import type { Confidence, FitmentData } from '../../contract/fitment/fitment-data.ts'
import { agreeingJobs, agreeingShops } from '../../contract/fitment/job-outcomes.ts'
import type { ConfidenceProposal, FitmentFigures } from '../../contract/fitment/learning.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { getFitmentData } from './queries.ts'
import { lockFitmentVersion, writeVersion } from './write-version.ts'

const figureDays = 90
const dayMs = 86_400_000

/** The figures of the last 90 days. */
export async function findFigures({ database, clock }: Context): Promise<FitmentFigures> {
  const since = new Date(clock.now() - figureDays * dayMs)
  const { rows } = await sql<{
    booked: number
    by_rules: number
    answers: number
    hours: string | null
    jobs: number
    wrong: number
  }>`
    with booked as (
      select exists (select from fitment_verdicts v where v.appointment_id = a.id and v.package_id = a.package_id
          and v.outcome = 'needs_review') as was_open
        from appointments a
        where a.created_at >= ${since} and a.state in ('booked', 'completed', 'cancelled')
          and exists (select from fitment_verdicts v where v.appointment_id = a.id and v.package_id = a.package_id)),
    answered as (
      select extract(epoch from answered_at - opened_at) / 3600 as hours
        from fitment_reviews where answered_by is not null and answered_at >= ${since}),
    jobs as (
      select outcome in ('did_not_fit', 'had_it_already') as is_wrong
        from fitment_outcomes where recorded_at >= ${since})
    select (select count(*)::integer from booked) as booked,
      (select count(*)::integer from booked where not was_open) as by_rules,
      (select count(*)::integer from answered) as answers,
      (select percentile_cont(0.5) within group (order by hours) from answered) as hours,
      (select count(*)::integer from jobs) as jobs,
      (select count(*)::integer from jobs where is_wrong) as wrong`.execute(database.db)
  const [row] = rows
  if (!row) throw new Error('The figures of fitment could not be read')
  const percent = (part: number, whole: number) =>
    whole === 0 ? null : Math.round((1000 * part) / whole) / 10
  return {
    decidedByRules: percent(row.by_rules, row.booked),
    bookedCars: row.booked,
    hoursToAnswer: row.hours === null ? null : Math.round(Number(row.hours) * 10) / 10,
    answers: row.answers,
    wrongOf100: percent(row.wrong, row.jobs),
    jobs: row.jobs,
  }
}

type Agreement = { rule_id: string; jobs: number; shops: number }

/**
 * Jobs that fitted, by rule: those of the verdict, and of the head unit that the shop found. A head unit
 * other than the one of the rule does not agree.
 */
async function listAgreements(db: Queryable): Promise<Agreement[]> {
  const { rows } = await sql<Agreement>`
    with fitted as (
      select o.appointment_id, o.shop_id, o.head_unit_id, a.package_id,
          (select v.rule_ids from fitment_verdicts v where v.appointment_id = a.id and v.package_id = a.package_id
            order by v.id desc limit 1) as rule_ids
        from fitment_outcomes o join appointments a on a.id = o.appointment_id
        where o.outcome in ('fitted_as_sold', 'fitted_with_extra'))
    select r.id as rule_id, count(distinct f.appointment_id)::integer as jobs,
        count(distinct f.shop_id)::integer as shops
      from fitted f join fitment_rules r on r.until is null and r.package_id = f.package_id
        and r.outcome in ('fits', 'fits_with_condition')
        and (f.head_unit_id is null or r.head_unit_id is null or r.head_unit_id = f.head_unit_id)
        and (r.id = any(f.rule_ids) or r.head_unit_id = f.head_unit_id and r.question_id is null)
      group by r.id having count(distinct f.appointment_id) >= ${agreeingJobs.medium}
      order by r.id`.execute(db)
  return rows
}

function proposedFor({ jobs, shops }: Agreement): Confidence {
  return jobs >= agreeingJobs.high && shops >= agreeingShops ? 'high' : 'medium'
}

const ranks: Record<Confidence, number> = { low: 0, medium: 1, high: 2 }

/** Rules that jobs confirmed often enough for a higher confidence than they have. */
export async function listProposals(db: Queryable, data: FitmentData): Promise<ConfidenceProposal[]> {
  return (await listAgreements(db)).flatMap((agreement) => {
    const rule = data.rules.find(({ id }) => id === agreement.rule_id)
    const generation = data.generations.find(({ id }) => id === rule?.generationId)
    const to = proposedFor(agreement)
    if (!rule || !generation || ranks[to] <= ranks[rule.confidence]) return []
    const { make, model, chassis } = generation
    return {
      ruleId: rule.id,
      make,
      model,
      chassis,
      headUnit: data.headUnits.find(({ id }) => id === rule.headUnitId)?.name ?? null,
      packageId: rule.packageId,
      from: rule.confidence,
      to,
      jobs: agreement.jobs,
      shops: agreement.shops,
    }
  })
}

const gone = 'The jobs no longer propose this. Nothing was changed.'

/**
 * Raises the confidence of a rule as its jobs propose, as a new version of this administrator. Refuses a rule
 * without such a proposal as `not_found`.
 */
export async function applyProposal(
  context: Context,
  actor: Actor,
  { ruleId, to }: { ruleId: string; to: Confidence },
): Promise<{ version: number }> {
  return context.database.transaction(async (tx) => {
    await lockFitmentVersion(tx)
    const base = await getFitmentData(context.database, tx)
    const proposals = await listProposals(tx, base.data)
    const proposal = proposals.find((each) => each.ruleId === ruleId && each.to === to)
    if (!proposal) return refuse('not_found', { sentence: gone })
    const rules = base.data.rules.map((rule) => (rule.id === ruleId ? { ...rule, confidence: to } : rule))
    const reason = `${proposal.jobs} jobs at ${proposal.shops === 1 ? '1 shop' : `${proposal.shops} shops`} fitted`
    const at = new Date(context.clock.now())
    const data = { ...base.data, rules }
    return { version: await writeVersion(tx, { base, data, reason, actorId: actor.id, at }) }
  })
}
