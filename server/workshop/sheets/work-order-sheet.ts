import { formatPhone } from '../../../contract/booking/us-phone.ts'
import { appointmentNumber } from '../../../contract/booking/appointment-number.ts'
import type { Sheet } from '../../../contract/workshop/sheets.ts'
import { signOffWording, type WorkOrder } from '../../../contract/workshop/work-order.ts'
import { workStateWords } from '../../../contract/workshop/work-words.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../../contract/refusals.ts'
import { readWorkOrders } from '../work-orders/read-work-orders.ts'
import {
  getSheetRow,
  momentWords,
  shopLines,
  timeWords,
  vehicleFact,
  type SheetRow,
} from './read-sheet-facts.ts'

/** `technician`: without the phone. `customer`: without the shop's own notes and the code of the job. */
type Reader = 'shop' | 'technician' | 'customer'

/** The work order of an appointment as a sheet, without money. */
export async function getWorkOrderSheet(context: Context, id: string, reader: Reader): Promise<Sheet> {
  const row = await getSheetRow(context.database.db, id)
  const workOrders = await readWorkOrders(context, [
    { ...row, generation_id: row.fitment?.generationId ?? null },
  ])
  const workOrder = workOrders.get(id) ?? refuse('not_found')
  return {
    title: 'Work order',
    subtitle: `${appointmentNumber(id)} · ${timeWords(row)}`,
    shop: shopLines(row),
    jobUrl:
      reader === 'customer'
        ? null
        : `${context.config.publicUrl}/admin?shop=${row.shop_id}&appointment=${id}`,
    facts: factsOf(row, workOrder, reader),
    amounts: [],
    lists: listsOf(row, workOrder, reader),
    signature: {
      wording: workOrder.signOff?.wording ?? signOffWording,
      signed: workOrder.signOff,
      signedOn:
        workOrder.signOff === null ? '' : momentWords(new Date(workOrder.signOff.signedAt), row.time_zone),
    },
    footer: `Work order of ${row.business_name}`,
  }
}

function customerLines({ customer_name: name, customer_phone: phone }: SheetRow, reader: Reader): string[] {
  return reader === 'technician' || phone === '' ? [name] : [name, formatPhone(phone)]
}

/** The shop writes an unknown mileage on the sheet; a customer has no use for the line. */
function mileageFact({ mileage }: WorkOrder, reader: Reader): Sheet['facts'] {
  if (mileage !== null) return [{ label: 'Mileage', lines: [`${mileage.toLocaleString('en-US')} mi`] }]
  return reader === 'customer' ? [] : [{ label: 'Mileage', lines: [] }]
}

function factsOf(row: SheetRow, workOrder: WorkOrder, reader: Reader): Sheet['facts'] {
  return [
    { label: 'Customer', lines: customerLines(row, reader) },
    vehicleFact(row),
    { label: 'Chassis', lines: [row.fitment?.chassis ?? 'not known yet'] },
    { label: 'Head unit', lines: [row.fitment?.headUnit ?? 'not known yet'] },
    { label: 'Package', lines: [row.package_name] },
    ...mileageFact(workOrder, reader),
    ...(reader !== 'customer'
      ? [
          { label: 'Bay', lines: [row.bay_name] },
          { label: 'Technician', lines: row.technician_name === null ? [] : [row.technician_name] },
        ]
      : []),
    { label: 'State', lines: [workStateWords[workOrder.state]] },
  ]
}

/** The customer did not sign what was written later. */
function noteWords(note: WorkOrder['notes'][number], { signOff }: WorkOrder, timeZone: string): string {
  const isLater = signOff !== null && note.writtenAt > signOff.signedAt
  return isLater
    ? `${note.body} (added after the signature, ${momentWords(new Date(note.writtenAt), timeZone)})`
    : note.body
}

function listsOf(row: SheetRow, workOrder: WorkOrder, reader: Reader): Sheet['lists'] {
  const plain = (text: string) => ({ text, mark: null })
  const notesOf = (kinds: readonly string[]) =>
    workOrder.notes
      .filter(({ kind }) => kinds.includes(kind))
      .map((note) => plain(noteWords(note, workOrder, row.time_zone)))
  const lists = [
    { heading: 'What goes in', items: [row.main_feature, ...row.features].map(plain) },
    {
      heading: 'Checklist',
      items: workOrder.checklist.map(({ text, isDone }) => ({ text, mark: isDone })),
    },
    { heading: 'From the customer', items: notesOf(['from_customer']) },
    { heading: 'For the customer', items: notesOf(['customer']) },
    ...(reader !== 'customer' ? [{ heading: 'For the shop', items: notesOf(['shop']) }] : []),
  ]
  return lists.filter(({ items }) => items.length > 0)
}
