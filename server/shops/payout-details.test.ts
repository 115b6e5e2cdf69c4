import { expect, test } from 'vitest'
import type { PayoutKeys } from '../context.ts'
import { lastFourOf, openPayoutDetail, sealPayoutDetail } from './payout-details.ts'

const first = Buffer.alloc(32, 1)
const second = Buffer.alloc(32, 2)
const before: PayoutKeys = { presentId: 1, byId: new Map([[1, first]]) }
const after: PayoutKeys = {
  presentId: 2,
  byId: new Map([
    [1, first],
    [2, second],
  ]),
}

test('a sealed value opens only for its own shop and field', () => {
  const sealed = sealPayoutDetail(before, 7, 'account', '000123456789')
  expect(openPayoutDetail(before, 7, 'account', sealed)).toBe('000123456789')
  expect(() => openPayoutDetail(before, 7, 'routing', sealed)).toThrow()
  expect(() => openPayoutDetail(before, 8, 'account', sealed)).toThrow()
})

test('sealing the same value twice gives different ciphertexts, none of which contains it', () => {
  const [one, other] = [1, 2].map(() => sealPayoutDetail(before, 7, 'account', '000123456789'))
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false)
  expect(one?.includes('000123456789')).toBe(false)
})

test('a change of any single byte is detected', () => {
  const sealed = sealPayoutDetail(before, 7, 'account', '000123456789')
  for (let index = 0; index < sealed.length; index++) {
    const spoiled = Buffer.from(sealed)
    spoiled[index] = (spoiled[index] ?? 0) ^ 1
    expect(() => openPayoutDetail(after, 7, 'account', spoiled)).toThrow()
  }
})

test('a truncated value is detected', () => {
  const sealed = sealPayoutDetail(before, 7, 'account', '000123456789')
  for (const length of [0, 1, 12, 13, 20, 29, sealed.length - 1]) {
    expect(() => openPayoutDetail(before, 7, 'account', sealed.subarray(0, length))).toThrow()
  }
})

test('a value sealed with an old key opens while that key is configured, and new values name the new key', () => {
  const old = sealPayoutDetail(before, 7, 'account', '000123456789')
  expect(openPayoutDetail(after, 7, 'account', old)).toBe('000123456789')
  const fresh = sealPayoutDetail(after, 7, 'account', '000123456789')
  expect([old[0], fresh[0]]).toEqual([1, 2])
  const without: PayoutKeys = { presentId: 2, byId: new Map([[2, second]]) }
  expect(() => openPayoutDetail(without, 7, 'account', old)).toThrow('unknown key 1')
})

test('another key under the same id does not open the value', () => {
  const sealed = sealPayoutDetail(before, 7, 'account', '000123456789')
  const swapped: PayoutKeys = { presentId: 1, byId: new Map([[1, second]]) }
  expect(() => openPayoutDetail(swapped, 7, 'account', sealed)).toThrow()
})

test.each([
  ['000123456789', '6789'],
  ['12345678', '5678'],
  ['@bob', 'ob'],
  ['bob', 'b'],
  ['b', ''],
  ['', ''],
  ['wrench🔧🔧🔧🔧', '🔧🔧🔧🔧'],
])('of %j only %j is shown', (value, shown) => {
  expect(lastFourOf(value)).toBe(shown)
})
