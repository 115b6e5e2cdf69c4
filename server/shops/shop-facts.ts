import { usPhoneDigits } from '../../contract/booking/us-phone.ts'
import type { ShopFacts, VisitFacts } from '../../contract/shops/shop-facts.ts'
import type { ShopRow } from './own-shop.ts'

type VisitRow = Pick<ShopRow, 'phone' | 'parking' | 'waiting_room' | 'shuttle'>
type FactsRow = VisitRow & Pick<ShopRow, 'license_number' | 'warranty'>

export const factColumns = [
  'phone',
  'license_number',
  'warranty',
  'parking',
  'waiting_room',
  'shuttle',
] as const satisfies (keyof FactsRow)[]

/** The columns of a shop that tells its customers nothing. */
export const noFacts = Object.fromEntries(factColumns.map((column) => [column, null])) as Record<
  (typeof factColumns)[number],
  null
>

/** The facts that matter on the day of an appointment; empty ones are missing. */
export function visitFactsOf(row: VisitRow): VisitFacts {
  return {
    ...(row.phone !== null && { phone: row.phone }),
    ...(row.parking !== null && { parking: row.parking }),
    ...(row.waiting_room !== null && { waitingRoom: row.waiting_room }),
    ...(row.shuttle !== null && { shuttle: row.shuttle }),
  }
}

/** Everything that a shop tells its customers; empty facts are missing. */
export function factsOf(row: FactsRow): ShopFacts {
  return {
    ...visitFactsOf(row),
    ...(row.license_number !== null && { licenseNumber: row.license_number }),
    ...(row.warranty !== null && { warranty: row.warranty }),
  }
}

type GivenFacts = { [Name in keyof ShopFacts]?: string | undefined }

/**
 * The columns of the given facts. An empty text removes a fact, and a phone number is stored as its digits.
 */
export function changedFacts(given: GivenFacts): Partial<FactsRow> {
  const { phone, licenseNumber, warranty, parking, waitingRoom, shuttle } = given
  const columns = {
    phone: phone && usPhoneDigits(phone),
    license_number: licenseNumber,
    warranty,
    parking,
    waiting_room: waitingRoom,
    shuttle,
  }
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [[name, value || null]])),
  )
}
