import { photoKindWords, workEventWords, workStateWords } from '../../../contract/workshop/work-words.ts'
import type { Strokes } from '../../../contract/workshop/work-order.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { shrinkPhoto, type SmallPhoto } from '../../photos/shrink-photo.ts'
import { generationOf, readWorkOrders } from '../../workshop/work-orders/read-work-orders.ts'
import type { Report, ReportPart, ReportPhoto, SignedPart } from '../../workshop/sheets/report.ts'
import type { Format } from './words.ts'

type Section = Report['sections'][number]
type Of = Pick<AppointmentRow, 'id' | 'package_id' | 'vehicle_make' | 'work_state'>

/**
 * The work order of an appointment: its steps with times and people, mileage, checklist, notes for the
 * customer, and every signature of the customer. Notes for the shop stay with the shop.
 */
export async function workSections(context: Context, appointment: Of, at: Format): Promise<Section[]> {
  const { db } = context.database
  const { id } = appointment
  const generationId = await generationOf(db, appointment)
  const workOrder = (await readWorkOrders(context, [{ ...appointment, generation_id: generationId }])).get(id)
  const steps = await listSteps(db, id, at)
  const isUntouched = steps.length === 0
  const notes = (workOrder?.notes ?? []).filter(({ kind }) => kind !== 'shop')
  const checklist = workOrder?.checklist ?? []
  return [
    {
      heading: 'Work order',
      parts: [
        ...(isUntouched ? [] : [{ kind: 'events' as const, rows: steps }]),
        {
          kind: 'facts',
          rows: [
            { label: 'State now', text: workStateWords[appointment.work_state] },
            {
              label: 'Mileage',
              text:
                workOrder?.mileage == null
                  ? 'not recorded'
                  : `${workOrder.mileage.toLocaleString('en-US')} miles`,
            },
          ],
        },
      ],
    },
    // A list on which nothing was ever ticked says nothing about the work.
    ...(checklist.some(({ isDone }) => isDone)
      ? [
          {
            heading: 'Checklist of the work',
            parts: [
              {
                kind: 'ticks' as const,
                items: checklist.map(({ text, isDone, by }) => ({ text, isDone, by: by ?? '' })),
              },
            ],
          },
        ]
      : []),
    ...(notes.length === 0
      ? []
      : [
          {
            heading: 'Notes for and from the customer',
            parts: [
              {
                kind: 'events' as const,
                rows: notes.map((note) => ({
                  at: at(note.writtenAt),
                  text: `${note.kind === 'from_customer' ? 'From' : 'For'} the customer: ${note.body}`,
                  by: note.by ?? '',
                })),
              },
            ],
          },
        ]),
    { heading: 'Signature of the customer after the work', parts: await listSignatures(db, id, at) },
  ]
}

async function listSteps(db: Queryable, id: string, at: Format) {
  const rows = await db
    .selectFrom('work_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.event', 'e.to_state', 'e.recorded_at', 'u.name'])
    .where('e.appointment_id', '=', id)
    .orderBy('e.position')
    .execute()
  return rows.map((row) => ({
    at: at(row.recorded_at),
    text:
      row.event === 'go_back' ? `Moved back to “${workStateWords[row.to_state]}”` : workEventWords[row.event],
    by: row.name ?? '',
  }))
}

/** Also those that no longer count: they show what was signed when. */
async function listSignatures(db: Queryable, id: string, at: Format): Promise<ReportPart[]> {
  const rows = await db
    .selectFrom('sign_offs')
    .selectAll()
    .where('appointment_id', '=', id)
    .orderBy('signed_at')
    .execute()
  return rows.map((row): SignedPart => ({
    kind: 'signature',
    wording: row.wording,
    signerName: row.signer_name,
    signedOn: `${at(row.signed_at)}, ${row.signed_via === 'shop' ? 'on a device of the shop' : 'by a link to the customer'}`,
    strokes: row.strokes as Strokes,
    note:
      row.voided_at === null
        ? null
        : `No longer counts since ${at(row.voided_at)}, as the work went on after it.`,
  }))
}

/**
 * Bytes of all photos together. The card provider takes files of at most 5 MB
 * (https://docs.stripe.com/api/files/create), and card networks set lower limits for a whole answer:
 * https://www.checkout.com/docs/payments/process-disputes/dispute-evidence-file-requirements
 */
const photoBytes = 3_500_000

/**
 * The photos of the work, made smaller; without `withFiles` their captions alone. A file that is not there is
 * a sentence.
 */
export async function photoSection(
  context: Context,
  id: string,
  { at, withFiles }: { at: Format; withFiles: boolean },
): Promise<Section[]> {
  const rows = await context.database.db
    .selectFrom('work_photos as p')
    .leftJoin('users as u', 'u.id', 'p.actor_id')
    .select(['p.kind', 'p.storage_key', 'p.uploaded_at', 'p.deleted_at', 'u.name'])
    .where('p.appointment_id', '=', id)
    .orderBy('p.uploaded_at')
    .orderBy('p.id')
    .execute()
  if (rows.length === 0) return []
  const mostBytes = Math.floor(photoBytes / Math.max(rows.length, 6))
  const photos: ReportPhoto[] = []
  // One after the other: each takes memory while it is decoded.
  for (const row of rows) {
    const { small, reason } = await findSmall(context, row, { at, withFiles, mostBytes })
    const taken = `${photoKindWords[row.kind]}, ${at(row.uploaded_at)}${row.name === null ? '' : `, ${row.name}`}`
    photos.push({
      caption: reason === '' ? taken : `${taken}. ${reason}`,
      jpeg: small?.jpeg ?? null,
      width: small?.width ?? 0,
      height: small?.height ?? 0,
    })
  }
  return [{ heading: 'Photos of the work', parts: [{ kind: 'photos', photos }] }]
}

type Stored = { storage_key: string; deleted_at: Date | null }
type Wish = { at: Format; withFiles: boolean; mostBytes: number }
/** `reason`: why there is no picture. */
type Found = { small: SmallPhoto | null; reason: string }

async function findSmall(
  context: Context,
  { storage_key: key, deleted_at: deletedAt }: Stored,
  { at, withFiles, mostBytes }: Wish,
): Promise<Found> {
  if (deletedAt !== null)
    return { small: null, reason: `The file of this photo was deleted ${at(deletedAt)}.` }
  return withFiles ? readSmall(context, key, mostBytes) : { small: null, reason: 'It is in the PDF.' }
}

async function readSmall(context: Context, key: string, mostBytes: number): Promise<Found> {
  try {
    const bytes = await context.storage.get(key)
    if (bytes === null) {
      context.log.error({ key }, 'the storage has lost the file of a photo')
      return { small: null, reason: 'The file of this photo is missing.' }
    }
    const small = await shrinkPhoto(context, bytes, mostBytes)
    return { small, reason: small === null ? 'The file of this photo can’t be shown here.' : '' }
  } catch (error) {
    // The storage has logged it.
    if (!(error instanceof Refusal)) throw error
    return { small: null, reason: 'The file of this photo couldn’t be read. Download the evidence again.' }
  }
}
