import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isAccountNumber, isRoutingNumber, isVenmoUsername } from './payout-rules.ts'
import { payoutChange } from './shop-settings.ts'
import { payoutFields, payoutMethods, shopRegistration, type AccountDetails } from './shops.ts'

// Published routing numbers of banks in several districts.
test.each(['021000021', '122105278', '026009593', '322271627', '111000025', '061000052'])(
  'the routing number %s is taken',
  (routing) => {
    expect(isRoutingNumber(routing)).toBe(true)
  },
)

test.each([
  '123',
  '111111111',
  '000000000',
  '021000022',
  '210000021',
  '990000003',
  '02100002a',
  '0210000210',
  ' ',
])('the routing number %j is refused', (routing) => {
  expect(isRoutingNumber(routing)).toBe(false)
})

test('a routing number with one wrong digit, or two neighbours exchanged, is refused', () => {
  const right = '122105278'
  for (let index = 0; index < right.length; index++) {
    for (const digit of '0123456789') {
      const typed = right.slice(0, index) + digit + right.slice(index + 1)
      expect(isRoutingNumber(typed), typed).toBe(typed === right)
    }
  }
  // A difference of five between neighbours is not seen by the checksum: 2 and 7 at the seventh place.
  for (let index = 1; index < right.length; index++) {
    const [one = '', other = ''] = [right[index - 1], right[index]]
    if (one === other || Math.abs(Number(one) - Number(other)) === 5) continue
    const typed = right.slice(0, index - 1) + other + one + right.slice(index + 1)
    expect(isRoutingNumber(typed), typed).toBe(false)
  }
})

test('account numbers and usernames are read by length and characters', () => {
  expect(['1234', '000123456789', '1'.repeat(17)].map(isAccountNumber)).toEqual([true, true, true])
  expect(['abc', '123', '1'.repeat(18), '0000', '12 34', 'x', ''].some(isAccountNumber)).toBe(false)
  expect(['@second-gear', 'second_gear', 'a'.repeat(30)].map(isVenmoUsername)).toEqual([true, true, true])
  expect(['x', '@abc', 'a'.repeat(31), 'two words', 'a.b.c.d', '@@second'].some(isVenmoUsername)).toBe(false)
})

const right: Record<keyof AccountDetails, string> = {
  routing: '021000021',
  account: '000123456789',
  email: 'payout@example.test',
  username: '@second-gear',
}
const wrong: Record<keyof AccountDetails, string> = {
  routing: '111111111',
  account: 'abc',
  email: 'a@b',
  username: 'x',
}
const week = Object.fromEntries(
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => [
    day,
    { isOpen: true, open: '09:00', close: '17:00' },
  ]),
)
const requests = {
  registration: (payout: object) => ({
    schema: shopRegistration,
    input: {
      businessName: 'Second Gear',
      address: '1 Garage Lane',
      businessHours: week,
      email: 'owner@example.test',
      password: 'midnight-garage-42',
      ...payout,
    },
  }),
  change: (payout: object) => ({ schema: payoutChange, input: payout }),
}

test.each(
  payoutMethods.flatMap((paymentMethod) =>
    payoutFields[paymentMethod].flatMap((field) =>
      (Object.keys(requests) as (keyof typeof requests)[]).map(
        (request) => [request, paymentMethod, field] as const,
      ),
    ),
  ),
)(
  '%s by %s reads %s: a wrong one is named, a right one and an empty one are taken',
  (request, paymentMethod, field) => {
    const read = (value: string) => {
      const { schema, input } = requests[request]({ paymentMethod, accountDetails: { [field]: value } })
      return z.safeParse(schema, input)
    }
    expect(read(wrong[field]).error?.issues[0]?.path).toEqual(['accountDetails', field])
    expect(read(right[field]).success).toBe(true)
    expect(read('').success).toBe(true)
  },
)
