import { sql } from 'kysely'
import tzLookup from '@photostructure/tz-lookup'
import type { Queryable } from '../database/open-database.ts'

/** Of a shop whose place is not known, until it says otherwise. */
export const defaultTimeZone = 'America/Los_Angeles'

/** As this process writes it; undefined for one it does not know. Offsets like '+05:00' are none: the database reads their sign the other way. */
function canonical(zone: string): string | undefined {
  if (!/^[A-Za-z]/.test(zone)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** A zone by its IANA name, in this process's spelling, where both it and the database know it; null for any other. */
export async function findTimeZone(db: Queryable, name: string): Promise<string | null> {
  const zone = canonical(name)
  if (zone === undefined) return null
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where name = ${zone}) as known`.execute(db)
  return rows[0]?.known ? zone : null
}

type Degrees = { latitude: number; longitude: number }

/** The zone at a place on land; the default one where that is not known. */
export async function timeZoneAt(db: Queryable, place: Degrees | null): Promise<string> {
  if (!place) return defaultTimeZone
  return (await findTimeZone(db, tzLookup(place.latitude, place.longitude))) ?? defaultTimeZone
}
