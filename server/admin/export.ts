import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { AppointmentFilters } from '../../contract/admin/appointment-list.ts'
import type { PayoutStatement } from '../../contract/admin/payout-statement.ts'
import { formatPhone } from '../../contract/appointments/appointments.ts'
import { paymentStatusOf } from '../../contract/appointments/appointment-states.ts'
import { formatTimeOfDay, wallTimeOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { inScope, type ShopScope } from '../identity/shop-scope.ts'
import { filterFor, type ListKey } from './appointment-filter.ts'
import { byteOrderMark, centsCell, writeCsvLines, type CsvCell } from './csv-text.ts'
import { streamLines } from './line-stream.ts'
import { findAllKeys } from './list-keys.ts'
import { findStatement } from './payout-statement.ts'

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
    .select(['a.id', 'a.starts_at', 'a.state', 'a.price_cents'])
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

function wallCells(instant: number, zone: string): [day: string, time: string, zone: string] {
  const { day, minutes } = wallTimeOf(instant, zone)
  return [day, formatTimeOfDay(minutes), zone]
}

function toCells(row: ExportRow): CsvCell[] {
  const status = paymentStatusOf(row.state) ?? 'cancelled'
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
    centsCell(row.price_cents),
    status.charAt(0).toUpperCase() + status.slice(1),
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
  let start = byteOrderMark + writeCsvLines([appointmentColumns])
  for await (const keys of findAllKeys(context.database.db, filterFor(scope, filters))) {
    const rows = await readRows(context, scope, keys)
    yield start + writeCsvLines(rows.map(toCells))
    start = ''
  }
  if (start !== '') yield start
}

/**
 * The appointments in scope that the filters let through as CSV, in the list's order, each as it is when its turn comes.
 * However many there are and however slowly they are read, some 500 are held at a time, and no database connection meanwhile.
 */
export async function exportAppointments(
  context: Context,
  scope: ShopScope,
  filters: AppointmentFilters,
): Promise<Readable> {
  return streamLines(writeAppointments(context, scope, filters))
}

const statementColumns = [
  'Date',
  'Time',
  'Time zone',
  'Movement',
  'Customer',
  'Package',
  'Amount',
  'Appointment',
]

async function* writeStatement(statement: PayoutStatement): AsyncGenerator<string> {
  const { rows, timeZone } = statement
  yield byteOrderMark + writeCsvLines([statementColumns])
  for (let start = 0; start < rows.length; start += 500) {
    yield writeCsvLines(
      rows
        .slice(start, start + 500)
        .map((row) => [
          ...wallCells(Date.parse(row.movedAt), timeZone),
          row.movement === 'captured' ? 'Captured' : 'Refunded',
          { written: row.customerName },
          { written: row.packageName },
          centsCell(row.amountCents),
          row.appointmentId,
        ]),
    )
  }
  const total = (label: string, cents: number): CsvCell[] => [label, '', '', '', '', '', centsCell(cents), '']
  yield writeCsvLines([
    statementColumns.map(() => ''),
    total('Captured', statement.capturedCents),
    total('Refunded', -statement.refundedCents),
    total(`Fee ${statement.feePercent} %`, -statement.feeCents),
    total('Owed', statement.owedCents),
  ])
}

/**
 * A shop's payout statement of a month as CSV, with its totals at the end: what takes away stands with a minus, so that the three
 * before it add up to what is owed. Refuses what `findStatement` refuses.
 */
export async function exportStatement(
  context: Context,
  scope: ShopScope,
  shopId: number,
  month: string,
): Promise<Readable> {
  return streamLines(writeStatement(await findStatement(context, scope, shopId, month)))
}
