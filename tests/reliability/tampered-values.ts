import type { Chance } from './chance.ts'

/** Values that no form sends, grouped so that each kind is equally likely. */
const oddValues: readonly (readonly unknown[])[] = [
  [null, true, false, [], {}, '', 0],
  [-1, -0, -499, 1.5, 498.999999, 499.001, 0.1, 1e-7, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63],
  ['4.99e2', '0x1F3', '٤٩٩', '1_000', ' 499', '499 ', '-5', '+5', '5.0', '05', '1e0', 'NaN', 'Infinity'],
  [
    '\0',
    'a\0b',
    '\ud800',
    'a\udfff\ud800b',
    '\u202Eabc',
    '\uFEFF',
    '\u200B',
    '\r\nBcc: all@example.test',
    '\t',
    ' ',
  ],
  ['x'.repeat(300), 'x'.repeat(20_000), 'e\u0301'.repeat(500), '🏎'.repeat(150), '9'.repeat(400)],
  [
    "'; drop table users; --",
    '${7*7}',
    '{{7*7}}',
    '../../etc/passwd',
    '%00',
    '%s%n',
    '=1+1',
    '<script>alert(1)</script>',
  ],
  ['true', 'null', 'undefined', '[object Object]', '__proto__', 'constructor', 'toString', 'administrator'],
  [
    '2030-02-30 09:00',
    '0000-01-01',
    '9999-12-31 23:59',
    '-000001-01-01',
    '2026-11-22T09:00:00Z',
    '24:00',
    '1970-01-01 00:00',
    '+275760-09-13',
  ],
  [
    { $gt: '' },
    { $ne: null },
    { toString: 1 },
    { valueOf: 'x' },
    { length: 5 },
    // oxlint-disable-next-line unicorn/no-thenable -- the probe is whether the product awaits it
    { then: 'x' },
    { toJSON: 1 },
    { constructor: { prototype: { polluted: true } } },
  ],
  [[1], [[]], ['a', 'b'], [null], Array(300).fill(0), { 0: 'a', length: 1 }],
]

/** Fields that no call accepts, but a careless one might. */
const bonusFields: Record<string, unknown> = {
  id: 'stranger',
  userId: 'stranger',
  customerId: 'stranger',
  customer_id: 'stranger',
  ownerId: 'stranger',
  role: 'administrator',
  userType: 'administrator',
  isAdmin: true,
  emailVerified: true,
  email_verified: true,
  secondFactor: true,
  disabledAt: null,
  status: 'approved',
  state: 'completed',
  paymentStatus: 'completed',
  price: 1,
  priceCents: 1,
  price_cents: 1,
  amountCents: 1,
  capturedCents: 0,
  shop_id: 1,
  bayId: 1,
  startsAt: '2030-01-01T00:00:00Z',
  constructor: { prototype: { polluted: true } },
  toString: 'x',
  hasOwnProperty: 1,
}

type Place = { holder: Record<string, unknown>; key: string }

/** Every place in a body that holds a value. */
function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesOf(holder[key])])
}

/** A tampered version of a value. `foreign` are ids and addresses of other accounts. */
export function tamperedValue(value: unknown, foreign: readonly unknown[], chance: Chance): unknown {
  const kind = chance.below(oddValues.length + 3)
  if (kind === 0) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return chance.pick([[value], { value }, text, Number(text), [value, value]])
  }
  if (kind === 1) return chance.pick(foreign)
  if (kind === 2 && typeof value === 'number')
    return chance.pick([-value, value * 100, value / 100, value - 1, value + 0.004])
  // A copy, since later steps may tamper with it.
  return structuredClone(chance.pick(oddValues[Math.max(kind - 3, 0)] ?? [null]))
}

/** A copy of a body with one to three faults. */
export function tamperedBody(sound: unknown, foreign: readonly unknown[], chance: Chance): unknown {
  const body = structuredClone(sound)
  for (let left = chance.pick([1, 1, 1, 2, 3]); left > 0; left--) {
    const places = placesOf(body)
    const way = chance.below(8)
    if (way === 0) return tamperedValue(body, foreign, chance)
    const place = places.length > 0 ? chance.pick(places) : null
    if (way === 1 && place) delete place.holder[place.key]
    else if (way <= 3 || !place) addBonus(place?.holder ?? body, chance)
    else place.holder[place.key] = tamperedValue(place.holder[place.key], foreign, chance)
  }
  return body
}

function addBonus(holder: unknown, chance: Chance): void {
  if (typeof holder !== 'object' || holder === null) return
  const [key, value] = chance.pick(Object.entries(bonusFields))
  // Sets an ordinary key, as JSON.parse does, even if its name is special on a prototype.
  Object.defineProperty(holder, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
