import { applyChange } from '../../contract/fitment/apply-change.ts'
import type { ChangeInput, CheckInput } from '../../contract/fitment/changed-data.ts'
import type { FitmentData } from '../../contract/fitment/fitment-data.ts'
import { lintFitment, type LintContext } from '../../contract/fitment/lint-fitment.ts'
import { isEqualData } from '../../contract/fitment/list-changes.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/time.ts'
import { listPackages } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { getFitmentData, type VersionedData } from './queries.ts'
import { currentModelYear } from './supported-car.ts'
import { lockFitmentVersion, writeVersion } from './write-version.ts'

/**
 * Saves a change of the fitment data as a new version. Booked appointments keep their verdicts. A change that
 * is in force already, such as one sent again after a lost reply, writes nothing. Refuses a change of an
 * older version as `fitment_version_stale` and data with errors as `fitment_unsound`.
 */
export async function changeRules(
  context: Context,
  actor: Actor,
  { baseVersion, change, reason }: ChangeInput,
): Promise<{ version: number }> {
  const lint = await lintContextOf(context)
  return save(context, actor, baseVersion, {
    reason,
    dataAfter: (data) => {
      const after = applyChange(data, change)
      const [error] = lintFitment(after, lint).filter(({ level }) => level === 'error')
      if (error) refuse('fitment_unsound', { sentence: error.text })
      return after
    },
  })
}

/**
 * Records the day on which a fitter checked a generation, or withdraws it, as a new version. Refuses a day to
 * come as `malformed` and an unknown generation as `not_found`.
 */
export async function checkGeneration(
  context: Context,
  actor: Actor,
  { baseVersion, generationId, checkedOn }: CheckInput,
): Promise<{ version: number }> {
  // A fitter on an island ahead of UTC may be a day further.
  const lastDay = dayOf(context.clock.now() + 14 * 3_600_000, 'UTC')
  if (checkedOn !== null && checkedOn > lastDay)
    refuse('malformed', { field: 'checkedOn', sentence: 'The day of the check is in the future' })
  const { data } = await getFitmentData(context.database)
  const known = data.generations.find(({ id }) => id === generationId)
  if (!known) return refuse('not_found')
  const name = `${known.make} ${known.model} ${known.chassis}`
  return save(context, actor, baseVersion, {
    reason: checkedOn === null ? `Check withdrawn: ${name}` : `Checked by a fitter on ${checkedOn}: ${name}`,
    dataAfter: (data) => ({
      ...data,
      generations: data.generations.map((each) => (each.id === generationId ? { ...each, checkedOn } : each)),
    }),
  })
}

type Saved = { reason: string; dataAfter: (data: FitmentData) => FitmentData }

async function save(
  context: Context,
  actor: Actor,
  baseVersion: number,
  { reason, dataAfter }: Saved,
): Promise<{ version: number }> {
  return context.database.transaction(async (tx) => {
    await lockFitmentVersion(tx)
    const base = await getFitmentData(context.database, tx)
    const data = dataAfter(base.data)
    if (isSameData(base.data, data)) return { version: base.version }
    requirePresent(base, baseVersion)
    const at = new Date(context.clock.now())
    return { version: await writeVersion(tx, { base, data, reason, actorId: actor.id, at }) }
  })
}

/** Refuses an older version, or one that does not exist, as `fitment_version_stale`. */
export function requirePresent({ version }: VersionedData, baseVersion: number): void {
  if (version !== baseVersion) refuse('fitment_version_stale')
}

function isSameData(one: FitmentData, other: FitmentData): boolean {
  const byId = (data: FitmentData) =>
    [data.generations, data.headUnits, data.questions, data.rules].map((rows) =>
      Object.fromEntries(rows.map((row) => [row.id, row])),
    )
  return isEqualData(byId(one), byId(other))
}

/** The packages on offer, and the last model year of the form. */
export async function lintContextOf(
  { database, clock }: Context,
  db: Queryable = database.db,
): Promise<LintContext> {
  const offers = await listPackages(db)
  return { packageIds: offers.map(({ id }) => id), currentYear: currentModelYear(clock.now()) }
}
