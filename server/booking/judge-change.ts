import type { OfferedFitment } from '../../contract/fitment/package-fitment.ts'
import {
  resolveFitment,
  type FitmentAnswers,
  type FitmentCondition,
  type PackageVerdict,
} from '../../contract/fitment/resolve-fitment.ts'
import { refuse } from '../../contract/refusals.ts'
import { vehicleOf } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { judgePackage, type Judgement } from '../fitment/judge-package.ts'
import { getFitmentData } from '../fitment/queries.ts'

/** The answers that the customer gave last. */
async function findAnswers(db: Queryable, appointmentId: string): Promise<FitmentAnswers> {
  const newest = await db
    .selectFrom('fitment_verdicts')
    .select('answers')
    .where('appointment_id', '=', appointmentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (newest?.answers ?? {}) as FitmentAnswers
}

/** The newest verdicts that a person gave on this appointment's car, by package. */
async function listReviewed(db: Queryable, appointmentId: string): Promise<Map<number, Judgement>> {
  const rows = await db
    .selectFrom('fitment_verdicts')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('decided_by', 'is not', null)
    .orderBy('id')
    .execute()
  return new Map(
    rows.map((row) => [
      row.package_id,
      {
        version: row.rule_version,
        generationId: row.generation_id,
        headUnitId: row.head_unit_id,
        answers: row.answers as FitmentAnswers,
        decidedBy: row.decided_by,
        verdict: {
          packageId: row.package_id,
          outcome: row.outcome,
          reason: row.reason,
          conditions: row.conditions as FitmentCondition[],
          extraMinutes: row.extra_minutes,
          extraCents: row.extra_cents,
          ruleIds: row.rule_ids,
        },
      },
    ]),
  )
}

/**
 * The verdict on another package for the car of an appointment, with the answers that the customer gave
 * before. A person's answer about this car comes before the rules. Refuses as `judgePackage` does.
 */
export async function judgeChange(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { packageId, offered }: { packageId: number; offered: OfferedFitment | undefined },
): Promise<Judgement> {
  const reviewed = (await listReviewed(tx, appointment.id)).get(packageId)
  if (reviewed?.verdict.outcome === 'does_not_fit' || reviewed?.verdict.outcome === 'activation_only')
    refuse('package_not_for_vehicle', { sentence: reviewed.verdict.reason, field: 'productId' })
  if (reviewed) return reviewed
  const current = await getFitmentData(context.database, tx)
  const answersBefore = await findAnswers(tx, appointment.id)
  return judgePackage(tx, current, { car: vehicleOf(appointment), packageId, offered, answersBefore })
}

/** The verdicts on all packages for the car of an appointment, with the version of the rules. */
export async function listVerdicts(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  packageIds: readonly number[],
): Promise<{ version: number; verdicts: PackageVerdict[] }> {
  const { version, data } = await getFitmentData(context.database, tx)
  const reviewed = await listReviewed(tx, appointment.id)
  const answers = await findAnswers(tx, appointment.id)
  const { packages } = resolveFitment(data, { ...vehicleOf(appointment), answers, packageIds })
  return {
    version,
    verdicts: packages.map((verdict) => reviewed.get(verdict.packageId)?.verdict ?? verdict),
  }
}
