import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { AppointmentFilters } from '../../contract/admin/appointment-list.ts'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { paymentWords } from '../../contract/payments/payment-words.ts'
import { formatTimeOfDay, wallTimeOf } from '../../contract/time.ts'
import { priceWithLines } from '../../contract/payments/day-price.ts'
import type { Context } from '../context.ts'
import { holdSummary } from '../holds/hold-health.ts'
import { priceFacts } from '../payments/price/find-price.ts'
import { inScope, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { filterFor, type ListKey } from './appointment-filter.ts'
import { byteOrderMark, centsCell, writeCsvLines, type CsvCell } from '../csv-text.ts'
import { streamLines } from '../line-stream.ts'
import { findAllKeys } from './list-keys.ts'
import { chiefDispute, shownPaymentOf } from './listed-appointment.ts'

const appointmentColumns = [
  'Date',
  'Time',
  'Time zone',
  'Customer',
  'Email',
  'Phone',
  'Year',
  'Make',
  'Model',
  'VIN',
  'Package',
  'Price',
  'Status',
  'Shop',
  'Bay',
  'Appointment',
]

async function readRows({ database }: Context, scope: ShopScope, keys: readonly ListKey[]) {
  const ids = keys.map((key) => key.id)
  const rows = await database.db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .innerJoin('bays as b', 'b.id', 'a.bay_id')
    .select(['a.id', 'a.starts_at', 'a.ends_at', 'a.state', 'a.price_cents'])
    .select(['a.pays_by', 'a.hold_attempted_at', 'a.hold_failed_at'])
    .select([holdSummary.as('holds'), chiefDispute.as('dispute_status'), priceFacts.as('price')])
    .select(['a.customer_name', 'a.customer_email', 'a.customer_phone'])
    .select(['a.vehicle_year', 'a.vehicle_make', 'a.vehicle_model', 'a.vehicle_vin'])
    .select(['s.time_zone', 's.business_name', 'p.name as package_name', 'b.name as bay_name'])
    .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
    .where('a.state', '!=', 'released')
    .where(inScope(scope, 's.id'))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type ExportRow = Awaited<ReturnType<typeof readRows>>[number]

/** Day, time and zone of an instant in three cells. */
export function wallCells(instant: number, zone: string): [day: string, time: string, zone: string] {
  const { day, minutes } = wallTimeOf(instant, zone)
  return [day, formatTimeOfDay(minutes), zone]
}

function toCells(row: ExportRow, now: number): CsvCell[] {
  const { label } = shownPaymentOf(row, now)
  return [
    ...wallCells(row.starts_at.getTime(), row.time_zone),
    { written: row.customer_name },
    { written: row.customer_email },
    formatPhone(row.customer_phone),
    String(row.vehicle_year),
    { written: row.vehicle_make },
    { written: row.vehicle_model },
    row.vehicle_vin ?? '',
    { written: row.package_name },
    centsCell(priceWithLines(row.price_cents, row.price.lines)),
    paymentWords[label],
    { written: row.business_name },
    { written: row.bay_name },
    row.id,
  ]
}

async function* writeAppointments(
  context: Context,
  scope: ShopScope,
  filters: AppointmentFilters,
): AsyncGenerator<string> {
  const now = context.clock.now()
  let start = byteOrderMark + writeCsvLines([appointmentColumns])
  for await (const keys of findAllKeys(context.database.db, filterFor(scope, filters, { now }))) {
    const rows = await readRows(context, scope, keys)
    yield start + writeCsvLines(rows.map((row) => toCells(row, now)))
    start = ''
  }
  if (start !== '') yield start
}

/**
 * Streams the matching appointments in scope as CSV, in the order of the list. Each batch of up to 500 is
 * read when it is sent. Memory use does not depend on the total or on the reader's speed, and no database
 * connection is held while the reader is slow.
 */
export async function exportAppointments(
  context: Context,
  scope: ShopScope,
  filters: AppointmentFilters,
): Promise<Readable> {
  return streamLines(writeAppointments(context, scope, filters))
}
