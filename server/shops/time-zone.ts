import { sql } from 'kysely'
import tzLookup from '@photostructure/tz-lookup'
import type { Queryable } from '../database/open-database.ts'

/** The time zone of a shop without coordinates, until the shop sets one. */
export const defaultTimeZone = 'America/Los_Angeles'

/**
 * Returns this process's spelling of the zone; undefined for an unknown one. Offsets like '+05:00' are not
 * accepted: the database reads their sign the other way.
 */
function canonical(zone: string): string | undefined {
  if (!/^[A-Za-z]/.test(zone)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * Finds a time zone by its IANA name and returns this process's spelling; null unless both the process and
 * the database know it.
 */
export async function findTimeZone(db: Queryable, name: string): Promise<string | null> {
  const zone = canonical(name)
  if (zone === undefined) return null
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where name = ${zone}) as known`.execute(db)
  return rows[0]?.known ? zone : null
}

type Degrees = { latitude: number; longitude: number }

/** Returns the time zone at a place on land; the default one for an unknown place. */
export async function timeZoneAt(db: Queryable, place: Degrees | null): Promise<string> {
  if (!place) return defaultTimeZone
  return (await findTimeZone(db, tzLookup(place.latitude, place.longitude))) ?? defaultTimeZone
}
