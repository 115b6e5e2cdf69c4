import type { Vehicle } from '../../contract/catalog/vehicle.ts'
import { formatLongDay, formatTwelveHour, parseWallTime } from '../../contract/time.ts'

/**
 * 'Monday, December 7, 2026 at 9:00 AM' of the shop's wall time as written; 'Invalid Date' for anything else.
 */
export function formatLongWallTime(text: string): string {
  const wall = parseWallTime(text)
  return wall ? `${formatLongDay(wall.day)} at ${formatTwelveHour(wall.minutes)}` : 'Invalid Date'
}

/** 'year make model', with 'Unknown' for missing parts. */
export function formatVehicle(vehicle: Partial<Pick<Vehicle, 'year' | 'make' | 'model'>> | null | undefined) {
  return [vehicle?.year, vehicle?.make, vehicle?.model].map((part) => part || 'Unknown').join(' ')
}
