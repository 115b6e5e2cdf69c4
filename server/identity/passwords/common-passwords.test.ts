import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test('words that stand on the screens are no passwords, whatever figures and signs go with them', () => {
  for (const password of [
    'dashfit-2026',
    'carplay 12345',
    'mercedes!!!!',
    '1administrator',
    'smart connect premium',
  ])
    expect([password, isCommonPassword(password)]).toEqual([password, true])
})

test('beside other words they may be part of one', () => {
  for (const password of ['midnight-garage-42', 'dashfit keeps my tea warm', 'paßwörter ändern'])
    expect([password, isCommonPassword(password)]).toEqual([password, false])
})
