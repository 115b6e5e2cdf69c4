import * as z from 'zod/mini'
import { shownText } from '../text.ts'

export const geocodeQuery = z.strictObject({
  address: shownText(300, 'Address is required', 'That address is too long'),
})

const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most))

/**
 * The part of Google's reply that is used.
 * https://developers.google.com/maps/documentation/geocoding/requests-geocoding#json
 */
export const geocodeAnswer = z.object({
  status: z.string(),
  results: z.array(
    z.object({
      formatted_address: z.string(),
      geometry: z.object({
        location: z.object({ lat: degrees(90), lng: degrees(180) }),
        location_type: z.optional(z.string()),
      }),
      /** The geocoder matched only a part of the address. */
      partial_match: z.optional(z.boolean()),
    }),
  ),
})
export type GeocodeAnswer = z.infer<typeof geocodeAnswer>

export const geocodingProblems = [
  'Geocoding failed',
  'Address not found',
  'No results found',
  'Failed to locate address',
] as const
export type GeocodingProblem = (typeof geocodingProblems)[number]

/** Degrees on WGS 84. `isRough`: a part of the address was not matched, or no building was found. */
export type Place = { latitude: number; longitude: number; formattedAddress: string; isRough: boolean }

/**
 * The types of a location that belong to a building: the others are the middle of a street or of an area.
 * https://developers.google.com/maps/documentation/geocoding/requests-geocoding#results
 */
const buildingTypes: readonly (string | undefined)[] = ['ROOFTOP', 'RANGE_INTERPOLATED']

/**
 * Parses a geocoder's reply of unknown shape: the best place, or the kind of failure. `ok` is whether HTTP
 * succeeded.
 */
export function readGeocoding(ok: boolean, answer: unknown): Place | { problem: GeocodingProblem } {
  if (!ok) return { problem: 'Geocoding failed' }
  const read = geocodeAnswer.safeParse(answer)
  if (!read.success) return { problem: 'Failed to locate address' }
  const { status, results } = read.data
  if (status === 'ZERO_RESULTS') return { problem: 'Address not found' }
  if (status !== 'OK') return { problem: 'Failed to locate address' }
  const [first] = results
  if (!first) return { problem: 'No results found' }
  const { location, location_type: type } = first.geometry
  return {
    latitude: location.lat,
    longitude: location.lng,
    formattedAddress: first.formatted_address,
    isRough: first.partial_match === true || !buildingTypes.includes(type),
  }
}
