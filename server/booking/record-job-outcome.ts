import type { FitmentData, FitmentRule } from '../../contract/fitment/fitment-data.ts'
import type { JobOutcomeInput } from '../../contract/fitment/outcome-endpoints.ts'
import { fitmentReasons } from '../../contract/fitment/review-reasons.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { staffRoleOf, standingAt } from '../../contract/identity/workplaces.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { isUuid } from '../database/uuid.ts'
import { getFitmentData } from '../fitment/queries.ts'
import { findVerdict } from '../fitment/record-verdict.ts'
import { lockFitmentVersion, writeVersion } from '../fitment/write-version.ts'
import { inScope, requireStillInScope, type Actor } from '../identity/sessions/shop-scope.ts'
import { queueRuleReopenedMails } from '../notifications/queue-rule-reopened-mails.ts'
import { cancelLockedAppointment } from './cancel-appointment.ts'

/**
 * Records how the package of an appointment fitted, once, from its start or arrival on. One that did not fit
 * turns the rules of its verdict to `needs_review`, tells the administrators, and cancels the appointment
 * with its hold unless it is charged. Refuses a missing appointment and one outside the scope with
 * `not_found`, before the start with `not_allowed`, and a second time with `outcome_recorded`.
 */
export async function recordJobOutcome(
  context: Context,
  actor: Actor,
  id: string,
  input: JobOutcomeInput,
): Promise<void> {
  const record = async (tx: Queryable, appointment: AppointmentRow) => {
    await requireOwnHeadUnit(tx, context, appointment, input.headUnitId)
    await insertOutcome(tx, context, actor, appointment, input)
    if (input.outcome === 'did_not_fit' && !input.isConditionUntrue)
      await reopenRules(tx, context, appointment, input.note)
  }
  if (input.outcome === 'did_not_fit')
    await cancelLockedAppointment(
      context,
      id,
      { id: actor.id, role: staffRoleOf(actor), reason: input.note },
      async (tx) => {
        const appointment = await lockStarted(tx, context, actor, id)
        if (appointment.state === 'booked') return appointment
        await record(tx, appointment)
        return null
      },
      record,
    )
  else await context.database.transaction(async (tx) => record(tx, await lockStarted(tx, context, actor, id)))
  context.triggerJob('notifications.send-outbox')
}

async function lockStarted(
  tx: Queryable,
  context: Context,
  actor: Actor,
  id: string,
): Promise<AppointmentRow> {
  const appointment = isUuid(id)
    ? await tx
        .selectFrom('appointments as a')
        .selectAll('a')
        .where('a.id', '=', id)
        .where('a.state', '!=', 'released')
        .where(inScope(actor.scope, 'a.shop_id'))
        .forUpdate('a')
        .executeTakeFirst()
    : undefined
  if (!appointment) return refuse('not_found')
  await requireStillInScope(tx, actor.scope, appointment.shop_id)
  if (appointment.state === 'cancelled')
    refuse('not_allowed', { sentence: 'This appointment was cancelled.' })
  const facts = {
    workState: appointment.work_state,
    startsAt: appointment.starts_at.getTime(),
    now: context.clock.now(),
  }
  if (!isAllowed(standingAt(actor, appointment.shop_id), 'fitment.recordOutcome', facts))
    refuse('not_allowed', {
      sentence: 'You can record this once the car has arrived or the appointment has started.',
    })
  return appointment
}

/** Refuses a head unit that this model does not have: it would count for the rules of another car. */
async function requireOwnHeadUnit(
  tx: Queryable,
  context: Context,
  { vehicle_make: make, vehicle_model: model }: AppointmentRow,
  headUnitId: string | null,
): Promise<void> {
  if (headUnitId === null) return
  const { data } = await getFitmentData(context.database, tx)
  const generationId = data.headUnits.find(({ id }) => id === headUnitId)?.generationId
  const generation = data.generations.find(({ id }) => id === generationId)
  if (generation?.make !== make || generation.model !== model)
    refuse('malformed', { sentence: 'Please choose a head unit of this car.', field: 'headUnitId' })
}

async function insertOutcome(
  tx: Queryable,
  context: Context,
  actor: Actor,
  appointment: AppointmentRow,
  { outcome, headUnitId, note, extraMinutes }: JobOutcomeInput,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('fitment_outcomes')
    .values({
      appointment_id: appointment.id,
      shop_id: appointment.shop_id,
      outcome,
      head_unit_id: headUnitId,
      note,
      extra_minutes: extraMinutes,
      recorded_by: actor.id,
      recorded_at: new Date(context.clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) refuse('outcome_recorded')
}

/** Turns the rules under which the package was sold to `needs_review`, in a version of the product's own. */
async function reopenRules(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  note: string,
): Promise<void> {
  const verdict = await findVerdict(tx, { id: appointment.id, packageId: appointment.package_id })
  await lockFitmentVersion(tx)
  const base = await getFitmentData(context.database, tx)
  const { data, reopened } = withRulesReopened(base.data, new Set(verdict?.rule_ids))
  if (reopened.length > 0) {
    const at = new Date(context.clock.now())
    // Without the note, which may name a person: versions are kept for good.
    const reason = `Did not fit on ${dayOf(at.getTime(), 'UTC')}, appointment ${appointment.id}`
    await writeVersion(tx, { base, data, reason, actorId: null, at })
  }
  await queueRuleReopenedMails(tx, context, appointment, { note, ruleCount: reopened.length })
}

function withRulesReopened(
  data: FitmentData,
  ids: ReadonlySet<string>,
): { data: FitmentData; reopened: FitmentRule[] } {
  const isSale = ({ id, outcome }: FitmentRule) =>
    ids.has(id) && (outcome === 'fits' || outcome === 'fits_with_condition')
  const rules = data.rules.map((rule) =>
    isSale(rule)
      ? { ...rule, outcome: 'needs_review' as const, customerNote: fitmentReasons.reopened }
      : rule,
  )
  return { data: { ...data, rules }, reopened: data.rules.filter(isSale) }
}
