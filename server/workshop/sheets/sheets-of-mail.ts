import { appointmentNumber } from '../../../contract/booking/appointment-number.ts'
import { sheetFileName, type SheetKind } from '../../../contract/workshop/sheets.ts'
import type { Context, OutgoingMail } from '../../context.ts'
import { getReceiptSheet } from './receipt-sheet.ts'
import { renderInWorker } from './render-in-worker.ts'
import { getWorkOrderSheet } from './work-order-sheet.ts'

/** The sheet that goes with each kind of mail. */
function sheetOf(kind: string, payload: Record<string, unknown>): SheetKind | null {
  if (kind === 'payment_receipt') return 'receipt'
  if (kind !== 'sheet_mailed') return null
  return payload['sheet'] === 'receipt' ? 'receipt' : 'work_order'
}

/** The attachments of a mail about an appointment: its sheet as PDF, as it stands now. */
export async function sheetsOfMail(
  context: Context,
  { kind, payload }: { kind: string; payload: unknown },
): Promise<OutgoingMail['attachments']> {
  const fields = payload as Record<string, unknown>
  const sheetKind = sheetOf(kind, fields)
  const id = fields['appointmentId']
  if (sheetKind === null || typeof id !== 'string') return []
  const sheet = await (sheetKind === 'receipt'
    ? getReceiptSheet(context.database.db, id)
    : getWorkOrderSheet(context, id, 'customer'))
  return [
    {
      filename: sheetFileName(sheetKind, appointmentNumber(id)),
      content: await renderInWorker(sheet),
      contentType: 'application/pdf',
    },
  ]
}
