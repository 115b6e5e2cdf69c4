import { sql } from 'kysely'
import type { FitmentDataReply, VersionList } from '../../contract/fitment/changed-data.ts'
import type { FitmentData } from '../../contract/fitment/fitment-data.ts'
import { listChanges } from '../../contract/fitment/list-changes.ts'
import { fitmentVersionsPage, mostListedChanges } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { currentModelYear } from './supported-car.ts'
import { getFitmentData, readFitmentRows } from './queries.ts'

type VersionRow = { version: number; created_at: Date; created_by: string | null; reason: string }

function toFacts({ version, created_at, created_by, reason }: VersionRow) {
  return { version, createdAt: created_at.toISOString(), createdBy: created_by, reason }
}

async function selectVersions(db: Queryable, last: number, count: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.version, v.created_at, coalesce(u.name, u.email) as created_by, v.reason
    from fitment_versions v left join users u on u.id = v.created_by
    where v.version <= ${last} order by v.version desc limit ${count}`.execute(db)
  return rows
}

/** The data in force with its version, author and reason, and the recorders of its checks. */
export async function findFitmentData(context: Context): Promise<FitmentDataReply> {
  const { db } = context.database
  const { version, data } = await getFitmentData(context.database)
  const [versions, checks] = await Promise.all([
    selectVersions(db, version, 1),
    db
      .selectFrom('fitment_generations as g')
      .innerJoin('users as u', 'u.id', 'g.checked_by')
      .select(['g.id', 'u.name'])
      .where('g.since', '<=', version)
      .where((where) => where.or([where('g.until', 'is', null), where('g.until', '>', version)]))
      .execute(),
  ])
  const [row] = versions
  if (!row) throw new Error('The fitment data has no version')
  return {
    ...toFacts(row),
    data,
    checkedBy: Object.fromEntries(checks.map(({ id, name }) => [id, name])),
    currentYear: currentModelYear(context.clock.now()),
  }
}

/** A page of versions, newest first, each with its first changes. */
export async function listVersions(context: Context, before: number | null): Promise<VersionList> {
  const { db } = context.database
  const { version: newest, data } = await getFitmentData(context.database)
  const last = before === null ? newest : before - 1
  const rows = await selectVersions(db, last, fitmentVersionsPage + 1)
  const versions = []
  for (const row of rows.slice(0, fitmentVersionsPage)) {
    const changes = row.version === 1 ? [] : await changesOf(db, row.version, data)
    const shown = changes.slice(0, mostListedChanges)
    versions.push({ ...toFacts(row), changes: shown, changeTotal: changes.length })
  }
  const nextBefore = rows.length > fitmentVersionsPage ? (versions.at(-1)?.version ?? null) : null
  return { versions, nextBefore }
}

async function changesOf(db: Queryable, version: number, names: FitmentData) {
  const [before, after] = [
    await readFitmentRows(db, sql`until = ${version}`),
    await readFitmentRows(db, sql`since = ${version}`),
  ]
  return listChanges(before, after, names)
}
