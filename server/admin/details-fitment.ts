import type { DetailsFitment } from '../../contract/fitment/outcome-endpoints.ts'
import { listCandidates, type FitmentAnswers } from '../../contract/fitment/resolve-fitment.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { vehicleOf } from '../catalog/queries.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import type { Context } from '../context.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { getFitmentData } from '../fitment/queries.ts'
import { findVerdict } from '../fitment/record-verdict.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'

/** The fitment of an appointment for its details; null for one from before fitment was checked. */
export async function findDetailsFitment(
  context: Context,
  actor: Actor,
  appointment: AppointmentRow,
): Promise<DetailsFitment | null> {
  const { db } = context.database
  const verdict = await findVerdict(db, { id: appointment.id, packageId: appointment.package_id })
  if (!verdict) return null
  const { data } = await getFitmentData(context.database)
  const recorded = await db
    .selectFrom('fitment_outcomes')
    .select(['outcome', 'head_unit_id', 'note'])
    .where('appointment_id', '=', appointment.id)
    .executeTakeFirst()
  const answers = verdict.answers as FitmentAnswers
  const candidates = listCandidates(data, {
    ...vehicleOf(appointment),
    answers,
    packageId: appointment.package_id,
  })
  const headUnits = new Map(
    candidates.flatMap(({ headUnitId, name }) => (headUnitId === null ? [] : [[headUnitId, name] as const])),
  )
  const nameOf = (id: string | null) => data.headUnits.find((each) => each.id === id)?.name ?? id
  const facts = {
    workState: appointment.work_state,
    startsAt: appointment.starts_at.getTime(),
    now: context.clock.now(),
  }
  return {
    verdict: verdict.reason,
    conditions: (verdict.conditions as { text: string }[]).map(({ text }) => text),
    headUnits: [...headUnits].map(([id, name]) => ({ id, name })),
    canRecord:
      !recorded &&
      (appointment.state === 'booked' || appointment.state === 'completed') &&
      isAllowed(standingAt(actor, appointment.shop_id), 'fitment.recordOutcome', facts),
    recorded: recorded
      ? { outcome: recorded.outcome, headUnit: nameOf(recorded.head_unit_id), note: recorded.note }
      : null,
  }
}
