import { sql, type RawBuilder } from 'kysely'
import type { FitmentData } from '../../contract/fitment/fitment-data.ts'
import type { Database, Queryable } from '../database/open-database.ts'

/** The fitment data of a version. */
export type VersionedData = { version: number; data: FitmentData }

/** The data of the newest version that this process has read. A version never changes. */
const newest = new WeakMap<Database, VersionedData>()

/** The number of the version in force. */
export async function getFitmentVersion(db: Queryable): Promise<number> {
  const { rows } = await sql<{
    version: number | null
  }>`select max(version) as version from fitment_versions`.execute(db)
  const version = rows[0]?.version ?? null
  if (version === null) throw new Error('The fitment data has no version')
  return version
}

/** The fitment data in force. Only a version that this process has not read yet is loaded. */
export async function getFitmentData(
  database: Database,
  db: Queryable = database.db,
): Promise<VersionedData> {
  const version = await getFitmentVersion(db)
  const known = newest.get(database)
  if (known?.version === version) return known
  const read = { version, data: await readFitmentData(db, version) }
  newest.set(database, read)
  return read
}

/** The fitment data as it was in a version. */
export async function readFitmentData(db: Queryable, version: number): Promise<FitmentData> {
  return readFitmentRows(db, isInForce(version))
}

/** The rows of the fitment data that fulfill a condition on `since` and `until`. */
export async function readFitmentRows(db: Queryable, chosen: RawBuilder<unknown>): Promise<FitmentData> {
  // One statement, so that all parts are of one moment.
  const { rows } = await sql<FitmentData>`
    select
      (select coalesce(json_agg(json_build_object('id', id, 'make', make, 'model', model, 'chassis', chassis,
          'yearFrom', year_from, 'yearTo', year_to, 'notSold', not_sold, 'vinPatterns', vin_patterns,
          'questionIds', question_ids, 'confidence', confidence, 'sources', sources, 'shopNote', shop_note,
          'checkedOn', checked_on) order by make, model, year_from, id), '[]')
        from fitment_generations where ${chosen}) as generations,
      (select coalesce(json_agg(json_build_object('id', id, 'generationId', generation_id, 'name', name,
          'yearFrom', year_from, 'yearTo', year_to, 'screenInches', screen_inches, 'carPlay', car_play,
          'androidAuto', android_auto, 'recognizedBy', recognized_by, 'answers', answers)
          order by generation_id, year_from, id), '[]')
        from fitment_head_units where ${chosen}) as "headUnits",
      (select coalesce(json_agg(json_build_object('id', id, 'text', text, 'answers', answers) order by id), '[]')
        from fitment_questions where ${chosen}) as questions,
      (select coalesce(json_agg(json_build_object('id', id, 'generationId', generation_id,
          'headUnitId', head_unit_id, 'answer', case when question_id is not null
            then json_build_object('questionId', question_id, 'value', answer_value) end,
          'packageId', package_id, 'outcome', outcome, 'customerNote', customer_note, 'shopNote', shop_note,
          'extraMinutes', extra_minutes, 'extraCents', extra_cents, 'confidence', confidence,
          'sources', sources) order by generation_id, id), '[]')
        from fitment_rules where ${chosen}) as rules`.execute(db)
  const [read] = rows
  if (!read) throw new Error('The fitment data could not be read')
  return read
}

function isInForce(version: number) {
  return sql`since <= ${version} and (until is null or until > ${version})`
}
