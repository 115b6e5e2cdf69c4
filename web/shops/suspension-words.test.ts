import { expect, test } from 'vitest'
import { keptSentence, suspendedSentence, upcomingSentence } from './suspension-words.ts'

test.each([
  ['the question', upcomingSentence],
  ['the shop’s own banner', suspendedSentence],
] as const)('%s speaks of none, one or several upcoming appointments', (_, sentence) => {
  const [none, one, several] = [0, 1, 4].map(sentence)
  expect(none).toMatch(/has no upcoming/)
  expect(none).not.toMatch(/email|customers?\b/)
  expect(one).toMatch(/upcoming appointment is still on/)
  expect(one).not.toMatch(/customers|\bthem\b/)
  expect(several).toMatch(/4 upcoming appointments are still on/)
  expect(several).toMatch(/customers/)
})

test('a number that is not known yet claims no appointment', () => {
  expect(upcomingSentence(null)).toContain('every customer with an upcoming one')
})

test('a shop without upcoming appointments keeps none', () => {
  expect(keptSentence(0)).not.toContain('keeps')
  expect(keptSentence(2)).toContain('keeps its booked appointments')
})
