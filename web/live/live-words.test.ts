import { expect, test } from 'vitest'
import { newRowsWords } from './live-words.ts'

test('the bar counts new rows, and says when rows only moved', () => {
  expect(newRowsWords(3, '10:40 AM')).toBe('3 new since 10:40 AM')
  expect(newRowsWords(0, '10:40 AM')).toBe('The list changed since 10:40 AM')
})
