import { refuse } from '../../contract/refusals.ts'
import {
  geocodeAnswer,
  readGeocoding,
  type GeocodeAnswer,
  type Place,
} from '../../contract/shops/geocoding.ts'
import type { Context } from '../context.ts'
import { addressLookUps } from '../identity/limits/network-limits.ts'
import { tryConsumeRateLimit } from '../identity/limits/rate-limit.ts'
import { findKnownAnswer, keepAnswer } from './geocode-cache.ts'
import { askMaps, type MapsAnswer } from './maps-client.ts'

const answered = ['OK', 'ZERO_RESULTS']
const nothing: MapsAnswer = { ok: false, answer: null }

/**
 * Geocodes an address, reduced to the fields of the contract. Refuses as `maps_unavailable` when the provider
 * fails or rejects the request, and when the installation's requests of the day are used up.
 */
export async function geocode(context: Context, address: string): Promise<GeocodeAnswer> {
  const known = await findKnownAnswer(context, address)
  if (known) return known
  const { ok, answer } = await askWithinBudget(context, address)
  const read = geocodeAnswer.safeParse(answer)
  return ok && read.success && answered.includes(read.data.status) ? read.data : refuse('maps_unavailable')
}

/**
 * Geocodes an address for the shop's own row; `unavailable` says nothing about the address. `spent` after as
 * many new addresses in an hour as a network may look up, over all its accounts.
 */
export async function locate(
  context: Context,
  network: string,
  address: string,
): Promise<Place | 'not_found' | 'unavailable' | 'spent'> {
  const known = await findKnownAnswer(context, address)
  const limit = addressLookUps(context)
  if (!known && !(await tryConsumeRateLimit(context, `${limit.key}:${network}`, limit))) return 'spent'
  const { ok, answer } = known ? { ok: true, answer: known } : await askWithinBudget(context, address)
  const read = readGeocoding(ok, answer)
  if (!('problem' in read)) return read
  return read.problem === 'Address not found' || read.problem === 'No results found'
    ? 'not_found'
    : 'unavailable'
}

/** The provider charges for every request: the whole installation has a number of them for each day. */
async function askWithinBudget(context: Context, address: string): Promise<MapsAnswer> {
  const { maps, limits } = context.config
  if (maps.key === undefined) return nothing
  const dailyRequests = limits.mapsDailyRequests
  if (!(await tryConsumeRateLimit(context, 'maps-requests', { windowSeconds: 86_400, max: dailyRequests }))) {
    context.log.warn({ dailyRequests }, 'the requests of the day to the maps provider are used up')
    return nothing
  }
  const told = await askMaps(context, address)
  const read = geocodeAnswer.safeParse(told.answer)
  if (!told.ok || !read.success) return told
  if (answered.includes(read.data.status)) await keepAnswer(context, address, read.data)
  else context.log.warn({ status: read.data.status }, 'the maps provider rejected the request')
  return told
}
