import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test('a product word with any digits and signs counts as common', () => {
  for (const password of [
    'dashfit-2026',
    'carplay 12345',
    'mercedes!!!!',
    '1administrator',
    'smart connect premium',
  ])
    expect([password, isCommonPassword(password)]).toEqual([password, true])
})

test('a product word beside other words does not count as common', () => {
  for (const password of ['midnight-garage-42', 'dashfit keeps my tea warm', 'paßwörter ändern'])
    expect([password, isCommonPassword(password)]).toEqual([password, false])
})
