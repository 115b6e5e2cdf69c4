import { expect, test } from 'vitest'
import { readGeocoding } from './geocoding.ts'

const found = {
  results: [
    {
      address_components: [],
      formatted_address: '1211 W Main St, Alhambra, CA 91801, USA',
      geometry: { location: { lat: 34.09, lng: -118.12 }, location_type: 'ROOFTOP' },
      place_id: 'Ch1',
      types: ['street_address'],
    },
    {
      formatted_address: 'Alhambra, IL, USA',
      geometry: { location: { lat: 38.88, lng: -89.73 } },
    },
  ],
  status: 'OK',
}

test('the first result is the place', () => {
  expect(readGeocoding(true, found)).toEqual({
    latitude: 34.09,
    longitude: -118.12,
    formattedAddress: '1211 W Main St, Alhambra, CA 91801, USA',
    isRough: false,
  })
})

const typed = (type: string | undefined, partial?: boolean) => ({
  status: 'OK',
  results: [
    {
      formatted_address: 'CA 91602, USA',
      geometry: { location: { lat: 37.18, lng: -119.3 }, ...(type && { location_type: type }) },
      ...(partial !== undefined && { partial_match: partial }),
    },
  ],
})

test.each([
  ['ROOFTOP', undefined, false],
  ['RANGE_INTERPOLATED', undefined, false],
  ['ROOFTOP', false, false],
  ['ROOFTOP', true, true],
  ['RANGE_INTERPOLATED', true, true],
  ['GEOMETRIC_CENTER', undefined, true],
  ['APPROXIMATE', undefined, true],
  ['APPROXIMATE', true, true],
  ['OF_A_LATER_VERSION', undefined, true],
  [undefined, undefined, true],
])('a location of type %s with partial match %s is rough: %s', (type, partial, isRough) => {
  expect(readGeocoding(true, typed(type, partial))).toMatchObject({ isRough })
})

const at = (lat: unknown, lng: unknown) => ({
  status: 'OK',
  results: [{ formatted_address: '', geometry: { location: { lat, lng } } }],
})

test.each([
  ['Geocoding failed', false, found],
  ['Geocoding failed', false, null],
  ['Address not found', true, { status: 'ZERO_RESULTS', results: [] }],
  ['No results found', true, { status: 'OK', results: [] }],
  ['Failed to locate address', true, { status: 'REQUEST_DENIED', results: [], error_message: 'key' }],
  ['Failed to locate address', true, { status: 'OVER_QUERY_LIMIT', results: [] }],
  ['Failed to locate address', true, { results: found.results }],
  ['Failed to locate address', true, '<html>'],
  ['Failed to locate address', true, null],
  ['Failed to locate address', true, at('34', '-118')],
  ['Failed to locate address', true, at(91, 0)],
  ['Failed to locate address', true, at(0, -180.5)],
  ['Failed to locate address', true, at(Number.NaN, 0)],
] as const)('reports the problem "%s" (%j, %j)', (problem, ok, answer) => {
  expect(readGeocoding(ok, answer)).toEqual({ problem })
})
