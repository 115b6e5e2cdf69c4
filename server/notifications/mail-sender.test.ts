import { expect, test } from 'vitest'

import { readSender } from './mail-sender.ts'

test.each([
  ['Dashfit <hello@dashfit.example>', { name: 'Dashfit', address: 'hello@dashfit.example' }],
  ['"Alhambra Sports, Inc." <a@b.example>', { name: 'Alhambra Sports, Inc.', address: 'a@b.example' }],
  ['hello@dashfit.example', { name: 'Dashfit', address: 'hello@dashfit.example' }],
])('the sender %j is read as a name and an address', (from, sender) => {
  expect(readSender(from)).toEqual(sender)
})

test('a sender without an address is refused', () => {
  expect(() => readSender('Dashfit')).toThrow('no address')
})
