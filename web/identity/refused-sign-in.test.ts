import { expect, test } from 'vitest'
import { refusedSentence } from './refused-sign-in.ts'

test('a refusal in the address is told with the time to try again', () => {
  expect(refusedSentence('?refused=too_many_requests&wait=42')).toBe(
    'Too many attempts. Please wait before you try again. You can try again in 42 seconds.',
  )
})

test.each(['', '?create', '?refused=not_found&wait=5', '?refused=<b>x</b>', '?refused=constructor'])(
  'an address with %s shows no refusal',
  (search) => {
    expect(refusedSentence(search)).toBeNull()
  },
)

test.each(['soon', '-1', '1e9', ''])('a wait of %j is left out', (wait) => {
  expect(refusedSentence(`?refused=unavailable&wait=${wait}`)).toBe(
    'Dashfit is not ready at the moment. Please try again shortly.',
  )
})
