import { expect, test } from 'vitest'
import { owedInWords } from './owed-words.ts'

test.each([
  [1500, null, 'Dashfit owes you'],
  [-1500, null, 'You owe Dashfit'],
  [1500, 'Second Gear', 'Dashfit owes Second Gear'],
  [-1500, 'Second Gear', 'Second Gear owes Dashfit'],
  [0, null, 'Nothing owed'],
])('a balance of %i cents read by %s names the debtor: %s', (cents, shop, words) => {
  expect(owedInWords(cents, shop)).toBe(words)
})
