import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { applyChange, inOrder } from '../../contract/fitment/apply-change.ts'
import type { ChangeInput, ChangePreview } from '../../contract/fitment/changed-data.ts'
import {
  changedModels,
  compareVerdicts,
  isSameVerdict,
  type VerdictChange,
} from '../../contract/fitment/compare-verdicts.ts'
import type { FitmentData } from '../../contract/fitment/fitment-data.ts'
import { lintFitment } from '../../contract/fitment/lint-fitment.ts'
import { listChanges } from '../../contract/fitment/list-changes.ts'
import { resolveFitment, type FitmentAnswers } from '../../contract/fitment/resolve-fitment.ts'
import { vehicleYears } from '../../contract/catalog/vehicles.ts'
import { mostListedChanges } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { lintContextOf, requirePresent } from './change-rules.ts'
import { getFitmentData } from './queries.ts'
import { newestVerdict } from './record-verdict.ts'

type PreviewInput = Pick<ChangeInput, 'baseVersion' | 'change'>
type Model = { make: string; model: string }

/** Upcoming appointments of the changed models that one preview resolves, the next ones first. */
const mostAppointments = 2000

/**
 * The effect of a change: findings, changed rows, cars with another verdict, and booked appointments to come
 * for which the rules would now say something else. Changes nothing. Refuses a change of an older version as
 * `fitment_version_stale`.
 */
export async function previewChange(
  context: Context,
  _actor: Actor,
  { baseVersion, change }: PreviewInput,
): Promise<ChangePreview> {
  const [base, lint] = await Promise.all([getFitmentData(context.database), lintContextOf(context)])
  requirePresent(base, baseVersion)
  const before = inOrder(base.data)
  const after = applyChange(base.data, change)
  const changes = listChanges(before, after)
  const models = changedModels(before, after)
  const findings = lintFitment(after, lint)
  const isSound = findings.every(({ level }) => level !== 'error')
  const verdicts: VerdictChange[] = []
  // A change with an error is not saved, and may be one that no verdict can be computed from.
  for (const model of isSound ? models : []) {
    const cars = { years: vehicleYears(lint.currentYear).toReversed(), packageIds: lint.packageIds }
    verdicts.push(...compareVerdicts(before, after, model, cars))
    // An import may change every model: other requests are answered in between.
    await setImmediate()
  }
  const coming = isSound ? await listComing(context, models) : []
  const appointments = coming.flatMap((row) => comparedAppointment(before, after, row))
  return {
    version: base.version,
    findings: findings.slice(0, mostListedChanges),
    changes: changes.slice(0, mostListedChanges),
    changeTotal: changes.length,
    verdicts: verdicts.slice(0, mostListedChanges),
    verdictTotal: verdicts.length,
    appointments: appointments.slice(0, mostListedChanges),
    appointmentTotal: appointments.length,
    isPartial: coming.length === mostAppointments,
  }
}

type Coming = {
  id: string
  starts_at: Date
  time_zone: string
  shop_name: string
  package_id: number
  package_name: string
  vehicle_year: number
  vehicle_make: string
  vehicle_model: string
  vehicle_vin: string | null
  answers: FitmentAnswers | null
}

async function listComing({ database, clock }: Context, models: readonly Model[]): Promise<Coming[]> {
  if (models.length === 0) return []
  const { rows } = await sql<Coming>`
    select a.id, a.starts_at, s.time_zone, s.business_name as shop_name, a.package_id, p.name as package_name,
      a.vehicle_year, a.vehicle_make, a.vehicle_model, a.vehicle_vin, v.answers
    from appointments a join shops s on s.id = a.shop_id join packages p on p.id = a.package_id
      left join lateral (${newestVerdict}) v on true
    where a.state = 'booked' and a.starts_at > ${new Date(clock.now())}
      and (a.vehicle_make, a.vehicle_model) in (
        select make, model from jsonb_to_recordset(${JSON.stringify(models)}::jsonb) as m (make text, model text))
    order by a.starts_at, a.id limit ${mostAppointments}`.execute(database.db)
  return rows
}

function comparedAppointment(
  before: FitmentData,
  after: FitmentData,
  row: Coming,
): ChangePreview['appointments'] {
  const vehicle = { year: row.vehicle_year, make: row.vehicle_make, model: row.vehicle_model }
  const input = {
    ...vehicle,
    vin: row.vehicle_vin,
    answers: row.answers ?? {},
    packageIds: [row.package_id],
  }
  const [old] = resolveFitment(before, input).packages
  const [present] = resolveFitment(after, input).packages
  if (!old || !present || isSameVerdict(old, present)) return []
  return [
    {
      ...vehicle,
      id: row.id,
      startsAt: row.starts_at.toISOString(),
      timeZone: row.time_zone,
      shopName: row.shop_name,
      packageName: row.package_name,
      before: old.outcome,
      after: present.outcome,
    },
  ]
}
