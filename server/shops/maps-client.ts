import type { Context } from '../context.ts'

const patienceMs = 5000

/** What the maps provider said; not ok with no answer when it could not be asked. */
export type MapsAnswer = { ok: boolean; answer: unknown }

/**
 * Asks the maps provider where an address is, at the one address of the configuration; it is never led elsewhere. Five seconds
 * are enough. https://developers.google.com/maps/documentation/geocoding/requests-geocoding
 */
export async function askMaps({ config, log }: Context, address: string): Promise<MapsAnswer> {
  const { apiUrl, key } = config.maps
  if (key === undefined) return { ok: false, answer: null }
  const query = new URLSearchParams({ address, key })
  try {
    const response = await fetch(`${apiUrl}/maps/api/geocode/json?${query}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer: unknown = await response.json()
    // The address is somebody's, and what the provider says may repeat the key: neither is for the log.
    if (!response.ok) log.warn({ status: response.status }, 'the maps provider refused')
    return { ok: response.ok, answer }
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    log.warn({ reason }, 'the maps provider could not be asked')
    return { ok: false, answer: null }
  }
}
