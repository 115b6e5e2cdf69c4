import { checklistOf } from '../../../contract/workshop/checklists.ts'
import type { SignOff, Strokes, WorkOrder } from '../../../contract/workshop/work-order.ts'
import type { WorkState } from '../../../contract/workshop/work-states.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { photoUrl } from '../../photos/photo-link.ts'

/** The columns of an appointment that its work order needs. */
export type WorkOrderRow = {
  id: string
  package_id: number
  vehicle_make: string
  work_state: WorkState
  /** The generation of the newest verdict; null when it is open. */
  generation_id: string | null
}

/** The work orders of appointments, by their ids. */
export async function readWorkOrders(
  context: Context,
  rows: readonly WorkOrderRow[],
): Promise<Map<string, WorkOrder>> {
  const { db } = context.database
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const [since, mileages, marks, notes, photos, signOffs] = await Promise.all([
    listSince(db, ids),
    listMileages(db, ids),
    listMarks(db, ids),
    listNotes(db, ids),
    listPhotos(context, ids),
    listSignOffs(db, ids),
  ])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        state: row.work_state,
        since: row.work_state === 'booked' ? null : (since.get(row.id) ?? null),
        mileage: mileages.get(row.id) ?? null,
        checklist: checklistWith(row, marks),
        notes: ofOne(row.id, notes),
        photos: ofOne(row.id, photos),
        signOff: signOffs.get(row.id) ?? null,
      },
    ]),
  )
}

/** The generation of the newest verdict about the present package; null when it is open. */
export async function generationOf(
  db: Queryable,
  { id, package_id: packageId }: Pick<WorkOrderRow, 'id' | 'package_id'>,
): Promise<string | null> {
  const verdict = await db
    .selectFrom('fitment_verdicts')
    .select('generation_id')
    .where('appointment_id', '=', id)
    .where('package_id', '=', packageId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return verdict?.generation_id ?? null
}

/** The rows of one appointment. */
function ofOne<Row extends { of: string }>(id: string, rows: readonly Row[]): Omit<Row, 'of'>[] {
  return rows
    .filter(({ of }) => of === id)
    .map((row) => {
      const { of: _, ...rest } = row
      return rest
    })
}

async function listSince(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('work_events')
    .distinctOn('appointment_id')
    .select(['appointment_id', 'recorded_at'])
    .where('appointment_id', 'in', ids)
    .orderBy('appointment_id')
    .orderBy('position', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.appointment_id, row.recorded_at.toISOString()]))
}

async function listMileages(db: Queryable, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('mileage_readings')
    .distinctOn('appointment_id')
    .select(['appointment_id', 'mileage'])
    .where('appointment_id', 'in', ids)
    .orderBy('appointment_id')
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.appointment_id, row.mileage]))
}

/** The newest mark of each item. */
async function listMarks(db: Queryable, ids: string[]) {
  return db
    .selectFrom('checklist_marks as m')
    .leftJoin('users as u', 'u.id', 'm.actor_id')
    .distinctOn(['m.appointment_id', 'm.item'])
    .select(['m.appointment_id as of', 'm.item', 'm.is_done as isDone', 'u.name as by'])
    .where('m.appointment_id', 'in', ids)
    .orderBy('m.appointment_id')
    .orderBy('m.item')
    .orderBy('m.marked_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute()
}
type Mark = Awaited<ReturnType<typeof listMarks>>[number]

function checklistWith(row: WorkOrderRow, marks: readonly Mark[]): WorkOrder['checklist'] {
  const { package_id: packageId, vehicle_make: make, generation_id: generationId } = row
  return checklistOf({ packageId, make, generationId }).map(({ key, text }) => {
    const mark = marks.find(({ of, item }) => of === row.id && item === key)
    return { item: key, text, isDone: mark?.isDone ?? false, by: mark?.isDone === true ? mark.by : null }
  })
}

async function listNotes(db: Queryable, ids: string[]) {
  const rows = await db
    .selectFrom('work_notes as n')
    .leftJoin('users as u', 'u.id', 'n.author_id')
    .select(['n.id', 'n.appointment_id as of', 'n.kind', 'n.body', 'n.written_at', 'u.name as by'])
    .where('n.appointment_id', 'in', ids)
    .orderBy('n.written_at')
    .orderBy('n.id')
    .execute()
  return rows.map(({ written_at: writtenAt, ...note }) => ({ ...note, writtenAt: writtenAt.toISOString() }))
}

async function listPhotos(context: Context, ids: string[]) {
  const rows = await context.database.db
    .selectFrom('work_photos')
    .select(['id', 'appointment_id as of', 'kind', 'width', 'height', 'uploaded_at', 'deleted_at'])
    .where('appointment_id', 'in', ids)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, of, kind, width, height, uploaded_at: uploadedAt, deleted_at: deletedAt }) => ({
    id,
    of,
    kind,
    width,
    height,
    uploadedAt: uploadedAt.toISOString(),
    url: deletedAt === null ? photoUrl(context, id) : null,
  }))
}

/** The signatures that are in force. */
async function listSignOffs(db: Queryable, ids: string[]): Promise<Map<string, SignOff>> {
  const rows = await db
    .selectFrom('sign_offs')
    .selectAll()
    .where('appointment_id', 'in', ids)
    .where('voided_at', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.appointment_id,
      {
        signerName: row.signer_name,
        wording: row.wording,
        strokes: row.strokes as Strokes,
        signedAt: row.signed_at.toISOString(),
        signedVia: row.signed_via,
      },
    ]),
  )
}
