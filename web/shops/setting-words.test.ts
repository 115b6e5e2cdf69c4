import { expect, test } from 'vitest'
import { settingInWords } from './setting-words.ts'

test.each([
  ['hours.1', 'Hours on Monday'],
  ['hours.7', 'Hours on Sunday'],
  ['bay.12', 'Bay'],
  ['closure.3', 'Closure'],
  ['payout.account', 'Account number'],
  ['name', 'Business name'],
  ['of-a-later-version', 'of-a-later-version'],
])('the setting %s is shown as %s', (setting, words) => {
  expect(settingInWords(setting)).toBe(words)
})
