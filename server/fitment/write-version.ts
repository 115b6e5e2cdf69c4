import { sql } from 'kysely'
import type { FitmentData } from '../../contract/fitment/fitment-data.ts'
import { listChanges, type DataChange } from '../../contract/fitment/list-changes.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'

type NewVersion = {
  /** The version in force, and its data. */
  base: { version: number; data: FitmentData }
  data: FitmentData
  reason: string
  /** Null for the product itself. */
  actorId: string | null
  at: Date
}

/** Waits for another writer, so that the data read after this is still in force when it is written. */
export async function lockFitmentVersion(tx: Queryable): Promise<void> {
  // Every writer locks the row of the first version: after a commit, the newest is another row.
  await tx
    .selectFrom('fitment_versions')
    .select('version')
    .orderBy('version')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Writes the data as the version after `base`: changed and removed rows end, changed and new rows begin, all
 * others stay. Of two writers at once the unique key lets one through, and the other is refused as
 * `fitment_version_stale`.
 */
export async function writeVersion(tx: Queryable, version: NewVersion): Promise<number> {
  const { base, data, reason, actorId, at } = version
  const { rows } = await sql<{ version: number }>`
    insert into fitment_versions (version, created_at, created_by, reason)
    select ${base.version + 1}::integer, ${at}::timestamptz, ${actorId}::text, ${reason}::text
    on conflict (version) do nothing returning version`.execute(tx)
  const written = rows[0]?.version
  if (written === undefined) return refuse('fitment_version_stale')
  const changes = listChanges(base.data, data)
  await endRows(tx, written, changes)
  await beginRows(tx, written, changes, data, actorId)
  return written
}

const tables = {
  generation: 'fitment_generations',
  headUnit: 'fitment_head_units',
  question: 'fitment_questions',
  rule: 'fitment_rules',
} as const
type Kind = keyof typeof tables

function idsOf(changes: readonly DataChange[], kind: Kind, excluded: DataChange['change']): string[] {
  return changes.filter((each) => each.kind === kind && each.change !== excluded).map(({ id }) => id)
}

async function endRows(tx: Queryable, version: number, changes: readonly DataChange[]): Promise<void> {
  for (const [kind, table] of Object.entries(tables) as [Kind, (typeof tables)[Kind]][]) {
    const ids = idsOf(changes, kind, 'added')
    if (ids.length > 0)
      await sql`update ${sql.table(table)} set until = ${version}
        where until is null and id = any(${ids}::text[])`.execute(tx)
  }
}

async function beginRows(
  tx: Queryable,
  version: number,
  changes: readonly DataChange[],
  data: FitmentData,
  actorId: string | null,
): Promise<void> {
  const rowsOf = (kind: Kind, rows: readonly { id: string }[]) => {
    const ids = new Set(idsOf(changes, kind, 'removed'))
    return JSON.stringify(rows.filter(({ id }) => ids.has(id)))
  }
  // The recorder of a check stays while its day does.
  await sql`
    insert into fitment_generations (id, since, make, model, chassis, year_from, year_to, not_sold, vin_patterns,
      question_ids, confidence, sources, shop_note, checked_on, checked_by)
    select r.id, ${version}::integer, make, model, chassis, "yearFrom", "yearTo", "notSold", "vinPatterns",
      array(select jsonb_array_elements_text("questionIds")), confidence,
      array(select jsonb_array_elements_text(sources)), "shopNote", "checkedOn",
      case when "checkedOn" is not null then coalesce(
        (select e.checked_by from fitment_generations e
          where e.id = r.id and e.until = ${version}::integer and e.checked_on = r."checkedOn"), ${actorId}::text) end
    from jsonb_to_recordset(${rowsOf('generation', data.generations)}::jsonb) as r (id text, make text, model text,
      chassis text, "yearFrom" integer, "yearTo" integer, "notSold" text, "vinPatterns" jsonb, "questionIds" jsonb,
      confidence text, sources jsonb, "shopNote" text, "checkedOn" date)`.execute(tx)
  await sql`
    insert into fitment_head_units (id, since, generation_id, name, year_from, year_to, screen_inches, car_play,
      android_auto, recognized_by, answers)
    select id, ${version}::integer, "generationId", name, "yearFrom", "yearTo",
      array(select jsonb_array_elements_text("screenInches")::numeric), "carPlay", "androidAuto", "recognizedBy", answers
    from jsonb_to_recordset(${rowsOf('headUnit', data.headUnits)}::jsonb) as r (id text, "generationId" text, name text,
      "yearFrom" integer, "yearTo" integer, "screenInches" jsonb, "carPlay" text, "androidAuto" text,
      "recognizedBy" text, answers jsonb)`.execute(tx)
  await sql`
    insert into fitment_questions (id, since, text, answers)
    select id, ${version}::integer, text, answers
    from jsonb_to_recordset(${rowsOf('question', data.questions)}::jsonb) as r (id text, text text, answers jsonb)`.execute(
    tx,
  )
  await sql`
    insert into fitment_rules (id, since, generation_id, head_unit_id, question_id, answer_value, package_id, outcome,
      customer_note, shop_note, extra_minutes, extra_cents, confidence, sources)
    select id, ${version}::integer, "generationId", "headUnitId", answer ->> 'questionId', answer ->> 'value',
      "packageId", outcome, "customerNote", "shopNote", "extraMinutes", "extraCents", confidence,
      array(select jsonb_array_elements_text(sources))
    from jsonb_to_recordset(${rowsOf('rule', data.rules)}::jsonb) as r (id text, "generationId" text, "headUnitId" text,
      answer jsonb, "packageId" integer, outcome text, "customerNote" text, "shopNote" text, "extraMinutes" integer,
      "extraCents" integer, confidence text, sources jsonb)`.execute(tx)
}
