import { createHash } from 'node:crypto'
import { findPlace } from './find-place.ts'
import type { FoundPlace } from './find-place.ts'

interface AddressComponent {
  long_name: string
  short_name: string
  types: string[]
}

interface GeocodingResult {
  address_components: AddressComponent[]
  formatted_address: string
  geometry: {
    location: { lat: number; lng: number }
    location_type: 'ROOFTOP' | 'RANGE_INTERPOLATED' | 'GEOMETRIC_CENTER' | 'APPROXIMATE'
    viewport: Record<'northeast' | 'southwest', { lat: number; lng: number }>
  }
  partial_match?: true
  place_id: string
  types: string[]
}

export interface GeocodingAnswer {
  results: GeocodingResult[]
  status: 'OK' | 'ZERO_RESULTS' | 'INVALID_REQUEST' | 'REQUEST_DENIED' | 'OVER_QUERY_LIMIT' | 'UNKNOWN_ERROR'
  error_message?: string
}

/** The Geocoding API's answer for an address. */
export function geocodingAnswer(address: string | undefined): GeocodingAnswer {
  if (address === undefined || address.trim() === '') {
    return refusedAnswer(
      'INVALID_REQUEST',
      "Invalid request. Missing the 'address', 'components', 'latlng' or 'place_id' parameter.",
    )
  }
  const place = findPlace(address)
  return place ? { results: [resultOf(place)], status: 'OK' } : { results: [], status: 'ZERO_RESULTS' }
}

export function refusedAnswer(status: GeocodingAnswer['status'], sentence: string): GeocodingAnswer {
  return { error_message: sentence, results: [], status }
}

function resultOf(place: FoundPlace): GeocodingResult {
  const { street, city, state, zip, lat, lng } = place
  const isExact = street !== '' && city !== undefined
  const stateAndZip = zip === undefined ? state.code : `${state.code} ${zip}`
  const formatted = [isExact ? street : '', city?.name ?? '', stateAndZip, 'USA'].filter(Boolean).join(', ')
  const spread = isExact ? 0.00135 : city ? 0.1 : 2
  const corner = (sign: 1 | -1) => ({ lat: lat + sign * spread, lng: lng + sign * spread })
  return {
    address_components: componentsOf(place, isExact),
    formatted_address: formatted,
    geometry: {
      location: { lat, lng },
      location_type: isExact ? 'ROOFTOP' : 'APPROXIMATE',
      viewport: { northeast: corner(1), southwest: corner(-1) },
    },
    // The state was found, the text before it was not.
    ...(street !== '' && !city ? { partial_match: true as const } : {}),
    place_id: `Ch${createHash('sha256').update(formatted).digest('base64url').slice(0, 25)}`,
    types: typesOf(place, isExact),
  }
}

function typesOf({ city, zip }: FoundPlace, isExact: boolean): string[] {
  if (isExact) return ['street_address']
  if (city) return ['locality', 'political']
  return zip === undefined ? ['administrative_area_level_1', 'political'] : ['postal_code']
}

function componentsOf({ street, city, state, zip }: FoundPlace, isExact: boolean): AddressComponent[] {
  const [, number = '', route = street] = /^(\d+\w?) (.+)$/.exec(street) ?? []
  const parts: [long: string, short: string, types: string[]][] = [
    [isExact ? number : '', number, ['street_number']],
    [isExact ? route : '', route, ['route']],
    [city?.name ?? '', city?.name ?? '', ['locality', 'political']],
    [state.name, state.code, ['administrative_area_level_1', 'political']],
    ['United States', 'US', ['country', 'political']],
    [zip ?? '', zip ?? '', ['postal_code']],
  ]
  return parts
    .filter(([long]) => long !== '')
    .map(([long, short, types]) => ({ long_name: long, short_name: short, types }))
}
