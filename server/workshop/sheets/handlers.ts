import { appointmentNumber } from '../../../contract/booking/appointment-number.ts'
import {
  sheetFileName,
  type PageSize,
  type Sheet,
  type SheetKind,
} from '../../../contract/workshop/sheets.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { isUuid } from '../../database/uuid.ts'
import type { Handlers } from '../../http/handlers.ts'
import { consumeRateLimit } from '../../identity/limits/rate-limit.ts'
import { inScope, type Actor } from '../../identity/sessions/shop-scope.ts'
import { findWork } from '../list-work.ts'
import { standingAt } from '../../../contract/identity/workplaces.ts'
import { mailSheet } from './mail-sheet.ts'
import { getReceiptSheet } from './receipt-sheet.ts'
import { renderInWorker } from './render-in-worker.ts'
import { getWorkOrderSheet } from './work-order-sheet.ts'

/** PDFs for one person. */
const limit = { windowSeconds: 600, max: 60 }

type SetHeader = (name: string, value: string) => void
type Wanted = { sheet: Sheet; actorId: string; kind: SheetKind; id: string; pageSize: PageSize | undefined }

/**
 * The PDF of a sheet, to be shown or saved under its name. Refuses as `renderInWorker` does, and as
 * `too_many_requests` beyond the limit.
 */
async function sendPdf(
  context: Context,
  { sheet, kind, id, actorId, pageSize }: Wanted,
  setHeader: SetHeader,
): Promise<Buffer> {
  await consumeRateLimit(context, `sheet-pdf:${actorId}`, limit)
  const pdf = await renderInWorker(sheet, pageSize)
  setHeader('cache-control', 'private, no-store')
  setHeader('content-disposition', `inline; filename="${sheetFileName(kind, appointmentNumber(id))}"`)
  return pdf
}

/** Refuses a job that the actor does not see as `not_found`. A technician gets no phone number. */
async function workOrderFor(context: Context, actor: Actor, id: string): Promise<Sheet> {
  const { shopId } = await findWork(context, actor, id)
  const reader = standingAt(actor, shopId) === 'technician' ? 'technician' : 'shop'
  return getWorkOrderSheet(context, id, reader)
}

async function receiptFor(context: Context, actor: Actor, id: string): Promise<Sheet> {
  const seen =
    isUuid(id) &&
    (await context.database.db
      .selectFrom('appointments as a')
      .select('a.id')
      .where('a.id', '=', id)
      .where('a.state', '!=', 'released')
      .where(inScope(actor.scope, 'a.shop_id'))
      .executeTakeFirst())
  return seen ? getReceiptSheet(context.database.db, id) : refuse('not_found')
}

async function ownReceipt(context: Context, customerId: string, id: string): Promise<Sheet> {
  const own =
    isUuid(id) &&
    (await context.database.db
      .selectFrom('appointments')
      .select('id')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .where('state', '!=', 'released')
      .executeTakeFirst())
  return own ? getReceiptSheet(context.database.db, id) : refuse('not_found')
}

export const sheetHandlers = {
  'work.findSheet': ({ context, actor, params }) => workOrderFor(context, actor, params.id),
  'work.downloadSheet': async ({ context, actor, params: { id }, query: { pageSize }, setHeader }) => {
    const sheet = await workOrderFor(context, actor, id)
    return sendPdf(context, { sheet, kind: 'work_order', id, actorId: actor.id, pageSize }, setHeader)
  },
  'work.findReceipt': ({ context, actor, params }) => receiptFor(context, actor, params.id),
  'work.downloadReceipt': async ({ context, actor, params: { id }, query: { pageSize }, setHeader }) => {
    const sheet = await receiptFor(context, actor, id)
    return sendPdf(context, { sheet, kind: 'receipt', id, actorId: actor.id, pageSize }, setHeader)
  },
  'work.downloadOwnReceipt': async ({ context, actor, params: { id }, query: { pageSize }, setHeader }) => {
    const sheet = await ownReceipt(context, actor.id, id)
    return sendPdf(context, { sheet, kind: 'receipt', id, actorId: actor.id, pageSize }, setHeader)
  },
  'work.mailSheet': async ({ context, actor, params, body }) => {
    await mailSheet(context, actor, params.id, body.kind)
    return { ok: true as const }
  },
} satisfies Partial<Handlers>
