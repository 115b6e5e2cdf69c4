import { createHash } from 'node:crypto'
import { findPlace } from './find-place.ts'
import type { FoundPlace } from './find-place.ts'
import { readStreet } from './read-street.ts'
import type { Street } from './read-street.ts'

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

/** The precision of an answer: a building, the middle of a street, or an area around it. */
type Precision = 'building' | 'street' | 'area'

interface Match {
  precision: Precision
  street: Street | null
  isPartial: boolean
}

/**
 * Google marks an answer that leaves out a part of the address as a partial match: a street that it does not
 * know, a house beyond the street, or a city that it does not know.
 */
function matchOf({ street: line, city }: FoundPlace): Match {
  const street = line === '' ? null : readStreet(line)
  if (line === '') return { precision: 'area', street: null, isPartial: false }
  if (!city || !street) return { precision: 'area', street: null, isPartial: true }
  if (street.number === '') return { precision: 'street', street, isPartial: false }
  return street.isBeyond
    ? { precision: 'street', street, isPartial: true }
    : { precision: 'building', street, isPartial: false }
}

const LOCATION_TYPES = { building: 'ROOFTOP', street: 'GEOMETRIC_CENTER', area: 'APPROXIMATE' } as const

function resultOf(place: FoundPlace): GeocodingResult {
  const { city, state, zip, lat, lng } = place
  const match = matchOf(place)
  const stateAndZip = zip === undefined ? state.code : `${state.code} ${zip}`
  const line = lineOf(match)
  const formatted = [line, city?.name ?? '', stateAndZip, 'USA'].filter(Boolean).join(', ')
  const spread = match.precision === 'area' ? (city ? 0.1 : 2) : 0.00135
  const corner = (sign: 1 | -1) => ({ lat: lat + sign * spread, lng: lng + sign * spread })
  return {
    address_components: componentsOf(place, match),
    formatted_address: formatted,
    geometry: {
      location: { lat, lng },
      location_type: LOCATION_TYPES[match.precision],
      viewport: { northeast: corner(1), southwest: corner(-1) },
    },
    ...(match.isPartial ? { partial_match: true as const } : {}),
    place_id: `Ch${createHash('sha256').update(formatted).digest('base64url').slice(0, 25)}`,
    types: typesOf(place, match),
  }
}

/** '1211 W Main St', the street alone where the house was not found, or nothing. */
function lineOf({ precision, street }: Match): string {
  if (!street) return ''
  return precision === 'building' ? `${street.number} ${street.route}` : street.route
}

function typesOf({ city, zip }: FoundPlace, { precision }: Match): string[] {
  if (precision === 'building') return ['street_address']
  if (precision === 'street') return ['route']
  if (city) return ['locality', 'political']
  return zip === undefined ? ['administrative_area_level_1', 'political'] : ['postal_code']
}

function componentsOf({ city, state, zip }: FoundPlace, { precision, street }: Match): AddressComponent[] {
  const number = precision === 'building' ? (street?.number ?? '') : ''
  const route = street?.route ?? ''
  const parts: [long: string, short: string, types: string[]][] = [
    [number, number, ['street_number']],
    [route, route, ['route']],
    [city?.name ?? '', city?.name ?? '', ['locality', 'political']],
    [state.name, state.code, ['administrative_area_level_1', 'political']],
    ['United States', 'US', ['country', 'political']],
    [zip ?? '', zip ?? '', ['postal_code']],
  ]
  return parts
    .filter(([long]) => long !== '')
    .map(([long, short, types]) => ({ long_name: long, short_name: short, types }))
}
