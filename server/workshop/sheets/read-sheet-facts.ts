import { sql } from 'kysely'
import { formatPhone } from '../../../contract/booking/us-phone.ts'
import type { Sheet } from '../../../contract/workshop/sheets.ts'
import { dayOf, formatLongDay, formatTwelveHour, wallTimeOf } from '../../../contract/time.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Queryable } from '../../database/open-database.ts'

/** The appointment of a sheet, with its shop and package. */
export async function getSheetRow(db: Queryable, id: string) {
  const row = await db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .innerJoin('bays as b', 'b.id', 'a.bay_id')
    .leftJoin('users as t', 't.id', 'a.technician_id')
    .leftJoin('receipts as r', 'r.appointment_id', 'a.id')
    .selectAll('a')
    .select(['s.business_name', 's.address', 's.phone as shop_phone', 's.time_zone'])
    .select(['p.name as package_name', 'p.main_feature', 'p.features', 'b.name as bay_name'])
    .select(['t.name as technician_name', 'r.number as receipt_number'])
    .select(
      sql<{ generationId: string | null; chassis: string | null; headUnit: string | null } | null>`(
        select json_build_object('generationId', v.generation_id,
          'chassis', (select g.chassis from fitment_generations g where g.id = v.generation_id order by g.since desc limit 1),
          'headUnit', (select u.name from fitment_head_units u where u.id = v.head_unit_id order by u.since desc limit 1))
        from fitment_verdicts v where v.appointment_id = a.id and v.package_id = a.package_id
        order by v.id desc limit 1)`.as('fitment'),
    )
    .where('a.id', '=', id)
    .executeTakeFirst()
  return row ?? refuse('not_found')
}
export type SheetRow = Awaited<ReturnType<typeof getSheetRow>>

export const shopLines = ({ business_name: name, address, shop_phone: phone }: SheetRow): string[] =>
  [name, address, phone === null ? '' : formatPhone(phone)].filter((line) => line !== '')

export const vehicleFact = (row: SheetRow): Sheet['facts'][number] => ({
  label: 'Vehicle',
  lines: [
    `${row.vehicle_year} ${row.vehicle_make} ${row.vehicle_model}`,
    row.vehicle_vin ? `VIN ${row.vehicle_vin}` : 'VIN not given',
  ],
})

/** 'Thursday, December 3, 2026, 9:00 AM to 12:00 PM' */
export function timeWords({ starts_at: from, ends_at: to, time_zone: zone }: SheetRow): string {
  const [start, end] = [from, to].map((at) => wallTimeOf(at.getTime(), zone))
  const time = (minutes = 0) => formatTwelveHour(minutes)
  return `${formatLongDay(dayOf(from.getTime(), zone))}, ${time(start?.minutes)} to ${time(end?.minutes)}`
}

/** 'December 3, 2026, 12:04 PM' on the shop's clock. */
export function momentWords(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(at)
}
