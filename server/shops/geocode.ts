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

/** Every question costs money at the provider. */
const questions = { windowSeconds: 600, max: 120 }

const answered = ['OK', 'ZERO_RESULTS']

/**
 * Where an address is, as the maps provider says it, reduced to what the contract shows. `from` is who asks: 120 questions in
 * ten minutes. Refuses as `maps_unavailable` when the provider cannot be asked or does not look it up.
 */
export async function geocode(context: Context, from: string, address: string): Promise<GeocodeAnswer> {
  await consumeRateLimit(context, `geocode:${from}`, questions)
  const { ok, answer } = await askMaps(context, address)
  const read = geocodeAnswer.safeParse(answer)
  if (ok && read.success && answered.includes(read.data.status)) return read.data
  if (read.success) context.log.warn({ status: read.data.status }, 'the maps provider looks nothing up')
  return refuse('maps_unavailable')
}

/** The place of an address for the shop's own row; `unavailable` says nothing about the address. Counted as `geocode` is. */
export async function locate(
  context: Context,
  from: string,
  address: string,
): Promise<Place | 'not_found' | 'unavailable'> {
  await consumeRateLimit(context, `geocode:${from}`, questions)
  const { ok, answer } = await askMaps(context, address)
  const read = readGeocoding(ok, answer)
  if (!('problem' in read)) return read
  return read.problem === 'Address not found' || read.problem === 'No results found'
    ? 'not_found'
    : 'unavailable'
}
