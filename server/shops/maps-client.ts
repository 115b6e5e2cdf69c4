import type { Context } from '../context.ts'

const timeoutMs = 5000

/** The maps provider's response; `ok` is false and `answer` empty when it could not be reached. */
export type MapsAnswer = { ok: boolean; answer: unknown }

/**
 * Geocodes an address at the configured URL, without following redirects and with a timeout of five seconds.
 * https://developers.google.com/maps/documentation/geocoding/requests-geocoding
 */
export async function askMaps({ config, log }: Context, address: string): Promise<MapsAnswer> {
  const { apiUrl, key } = config.maps
  if (key === undefined) return { ok: false, answer: null }
  const query = new URLSearchParams({ address, key })
  try {
    const response = await fetch(`${apiUrl}/maps/api/geocode/json?${query.toString()}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer: unknown = await response.json()
    // The address is personal data, and the response may repeat the API key: neither may be logged.
    if (!response.ok) log.warn({ status: response.status }, 'the maps provider refused')
    return { ok: response.ok, answer }
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    log.warn({ reason }, 'the maps provider could not be reached')
    return { ok: false, answer: null }
  }
}
