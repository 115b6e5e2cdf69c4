/** The house and the street of an address line. */
export interface Street {
  /** Empty without a house number. */
  number: string
  route: string
  /** The number lies beyond the houses of the street. */
  isBeyond: boolean
}

/** Words that end the name of a street, in the spellings of the postal service (USPS Publication 28, C1). */
const SUFFIXES = new Set(
  `alley aly ave avenue bend blvd boulevard broadway bypass byp cir circle cove court ct crescent cres dr drive
  expressway expy fwy freeway highway hwy ln lane loop mall pike parkway pkwy path pl place plaza plz rd road row
  sq square st street ter terrace trail trl turnpike tpke walk way`.split(/\s+/),
)
/** Streets whose name has no such word: 'Avenue of the Stars', 'Route 66', 'Broadway'. */
const NAMED = /^(?:avenue|calle|camino|via|paseo|avenida|el camino|route|state route|county road|highway) /i
const DIRECTION = /^(?:[nsew]|ne|nw|se|sw|north|south|east|west)\.?$/i
/** A part of a building behind the street: 'Suite 4', '#12'. */
const UNIT = /[ ,]+(?:#|(?:apt|suite|ste|unit|bldg|floor|fl|rm)\.? ?#?) ?[\w-]+$/i

const LAST_HOUSE = 30_000

/** The street of an address line; null for a line that names none, such as a business or a mistyped word. */
export function readStreet(line: string): Street | null {
  const text = line.replace(UNIT, '').replaceAll(',', ' ').replaceAll(/ +/g, ' ').trim()
  const [, number = '', route = text] = /^(\d{1,6}[a-z]?) (.+)$/i.exec(text) ?? []
  if (!isStreet(route)) return null
  return { number, route, isBeyond: Number.parseInt(number, 10) > LAST_HOUSE }
}

function isStreet(route: string): boolean {
  const words = route.split(' ')
  if (DIRECTION.test(words.at(-1) ?? '')) words.pop()
  const last = (words.at(-1) ?? '').toLowerCase().replace(/\.$/, '')
  return NAMED.test(route) || SUFFIXES.has(last)
}
