import type { AttentionItem } from '../../contract/admin/attention.ts'
import { formatInstantWithOffset } from '../../contract/time.ts'
import { vehicleOf } from '../catalog/queries.ts'

/** An appointment with its shop and package: the columns that `toBrief` needs. */
export type BriefRow = {
  id: string
  starts_at: Date
  ends_at: Date
  customer_name: string
  customer_phone: string
  vehicle_year: number
  vehicle_make: string
  vehicle_model: string
  vehicle_vin: string | null
  business_name: string
  time_zone: string
  package_name: string
}

type Brief = Pick<
  AttentionItem,
  | 'appointmentId'
  | 'appointmentDate'
  | 'timeZone'
  | 'shopName'
  | 'customerName'
  | 'customerPhone'
  | 'packageName'
  | 'vehicleInfo'
>

/** The fields that every list entry about an appointment has. */
export function toBrief(row: BriefRow): Brief {
  return {
    appointmentId: row.id,
    appointmentDate: formatInstantWithOffset(row.starts_at.getTime(), row.time_zone),
    timeZone: row.time_zone,
    shopName: row.business_name,
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    packageName: row.package_name,
    vehicleInfo: vehicleOf(row),
  }
}
