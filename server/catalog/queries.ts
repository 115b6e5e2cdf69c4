import type { Selectable } from 'kysely'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { Vehicle } from '../../contract/catalog/vehicle.ts'
import { refuse } from '../../contract/refusals.ts'
import { packageColumns } from '../database/columns.ts'
import type { Tables } from '../database/tables.ts'
import type { Queryable } from '../database/open-database.ts'

type PackageRow = Selectable<Tables['packages']>

/** The installation time in words: '2-3 hours'. */
export function installationTimeOf(row: { shortest_minutes: number; duration_minutes: number }): string {
  return `${row.shortest_minutes / 60}-${row.duration_minutes / 60} hours`
}

/** The vehicle of an appointment's row. */
export function vehicleOf(row: {
  vehicle_year: number
  vehicle_make: string
  vehicle_model: string
  vehicle_vin: string | null
}): Vehicle {
  return {
    year: row.vehicle_year,
    make: row.vehicle_make,
    model: row.vehicle_model,
    vin: row.vehicle_vin,
  }
}

function toPackage(row: PackageRow): InstallationPackage {
  return {
    id: row.id,
    name: row.name,
    price: row.price_cents / 100,
    priceCents: row.price_cents,
    installationTime: installationTimeOf(row),
    durationMinutes: row.duration_minutes,
    mainFeature: row.main_feature,
    features: row.features,
    ...(row.image_url === null ? {} : { imageUrl: row.image_url }),
  }
}

/** The packages on offer, cheapest first. */
export async function listPackages(db: Queryable): Promise<InstallationPackage[]> {
  const rows = await db.selectFrom('packages').select(packageColumns).orderBy('price_cents').execute()
  return rows.map(toPackage)
}

/** The package of this number. Refuses as `package_unknown`. */
export async function getPackage(db: Queryable, id: number): Promise<InstallationPackage> {
  const row = await db.selectFrom('packages').select(packageColumns).where('id', '=', id).executeTakeFirst()
  return row ? toPackage(row) : refuse('package_unknown', { field: 'productId' })
}
