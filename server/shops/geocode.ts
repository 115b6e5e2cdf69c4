import { refuse } from '../../contract/refusals.ts'
import {
  geocodeAnswer,
  readGeocoding,
  type GeocodeAnswer,
  type Place,
} from '../../contract/shops/geocoding.ts'
import type { Context } from '../context.ts'
import { consumeRateLimit } from '../identity/limits/rate-limit.ts'
import { askMaps } from './maps-client.ts'

/** The provider charges for every request. */
const requestLimit = { windowSeconds: 600, max: 120 }

const answered = ['OK', 'ZERO_RESULTS']

/**
 * Geocodes an address, reduced to the fields of the contract. `from` is the caller, limited to 120 requests
 * in ten minutes. Refuses as `maps_unavailable` when the provider fails or rejects the request.
 */
export async function geocode(context: Context, from: string, address: string): Promise<GeocodeAnswer> {
  await consumeRateLimit(context, `geocode:${from}`, requestLimit)
  const { ok, answer } = await askMaps(context, address)
  const read = geocodeAnswer.safeParse(answer)
  if (ok && read.success && answered.includes(read.data.status)) return read.data
  if (read.success) context.log.warn({ status: read.data.status }, 'the maps provider rejected the request')
  return refuse('maps_unavailable')
}

/**
 * Geocodes an address for the shop's own row; `unavailable` says nothing about the address. It shares the
 * limit of `geocode`.
 */
export async function locate(
  context: Context,
  from: string,
  address: string,
): Promise<Place | 'not_found' | 'unavailable'> {
  await consumeRateLimit(context, `geocode:${from}`, requestLimit)
  const { ok, answer } = await askMaps(context, address)
  const read = readGeocoding(ok, answer)
  if (!('problem' in read)) return read
  return read.problem === 'Address not found' || read.problem === 'No results found'
    ? 'not_found'
    : 'unavailable'
}
