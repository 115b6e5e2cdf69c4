import { expect, test } from 'vitest'
import { keepPlaces } from './use-held-rows.ts'

const row = (id: string, state = 'booked') => ({ id, state })

test('rows keep their places and show their changes, and a row that is gone stays as it was', () => {
  const shown = [row('a'), row('b'), row('c')]
  const fresh = [row('new'), row('c', 'cancelled'), row('a')]
  expect(keepPlaces(shown, fresh)).toEqual([row('a'), row('b'), row('c', 'cancelled')])
})
