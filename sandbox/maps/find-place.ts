import { createHash } from 'node:crypto'
import { CITIES, STATES } from './places.ts'
import type { City, State } from './places.ts'

/** The parts of an address, as far as the tables contain it. */
export interface FoundPlace {
  /** '1211 W Main St'; empty when the address begins with the city, the state or the ZIP code. */
  street: string
  city: City | undefined
  state: State
  zip: string | undefined
  lat: number
  lng: number
}

/**
 * Locates an address in the United States: near the centre of the last city in it, else in its state, else in
 * the state of its ZIP code; null without any of them. The same address always has the same place, and two
 * addresses of one city are some blocks apart.
 */
export function findPlace(address: string): FoundPlace | null {
  const text = address
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[ ,]+(USA|US|United States( of America)?)\.?$/i, '')
  const zip = /(?:^|[ ,])(\d{5})(?:-\d{4})?$/.exec(text)?.[1]
  const rest = text.replace(/[ ,]*(?:^|[ ,])\d{5}(?:-\d{4})?$/, '').replace(/[ ,]+$/, '')
  const named = stateAtEnd(rest)
  const state = named?.state ?? (zip === undefined ? undefined : stateOfZip(zip))
  const beforeState = named ? rest.slice(0, named.at) : rest
  const inCity = lastCity(beforeState, state) ?? (named ? lastCity(rest, state) : undefined)
  const home = inCity ? STATES.find(({ code }) => code === inCity.city.state) : state
  if (!home) return null
  const centre = inCity?.city ?? home
  const [north, east] = offsetOf(text)
  const street = (inCity ? beforeState.slice(0, inCity.at) : beforeState).replace(/[ ,]+$/, '')
  return {
    street,
    city: inCity?.city,
    state: home,
    zip: zip ?? inCity?.city.zip,
    lat: rounded(centre.lat + north),
    lng: rounded(centre.lng + east),
  }
}

/** A state's name, or its code where it is unambiguous: after a comma, or in capitals. */
function stateAtEnd(text: string): { state: State; at: number } | undefined {
  const code = /(^|, ?| )([A-Za-z]{2})$/.exec(text)
  if (code) {
    const [, before = '', letters = ''] = code
    const state = STATES.find((known) => known.code === letters.toUpperCase())
    if (state && (before.startsWith(',') || letters === letters.toUpperCase()))
      return { state, at: code.index }
  }
  const lower = text.toLowerCase()
  const state = STATES.filter(({ name }) => isWordAt(lower, name.toLowerCase(), lower.length - name.length))
    // 'West Virginia' ends with the name of another state.
    .sort((one, other) => other.name.length - one.name.length)[0]
  return state && { state, at: text.length - state.name.length }
}

function stateOfZip(zip: string): State | undefined {
  const prefix = Number(zip.slice(0, 3))
  return STATES.find(({ zips }) => zips.some(([from, to]) => from <= prefix && prefix <= to))
}

/** Streets are named after cities, so the last name in the text counts. */
function lastCity(text: string, state: State | undefined): { city: City; at: number } | undefined {
  const lower = text.toLowerCase()
  return CITIES.filter((city) => state === undefined || city.state === state.code)
    .map((city) => ({ city, at: lower.lastIndexOf(city.name.toLowerCase()) }))
    .filter(({ city, at }) => at >= 0 && isWordAt(lower, city.name.toLowerCase(), at))
    .sort((one, other) => other.at - one.at || other.city.name.length - one.city.name.length)[0]
}

function isWordAt(text: string, word: string, at: number): boolean {
  if (at < 0 || text.slice(at, at + word.length) !== word) return false
  const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\d]/u.test(character)
  return !isLetter(text[at - 1]) && !isLetter(text[at + word.length])
}

/** Distance from the centre in degrees, up to about two miles north and east. */
function offsetOf(text: string): [north: number, east: number] {
  const digest = createHash('sha256').update(text.toLowerCase()).digest()
  const share = (at: number) => digest.readUInt16BE(at) / 65_535 - 0.5
  return [share(0) * 0.06, share(2) * 0.06]
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
