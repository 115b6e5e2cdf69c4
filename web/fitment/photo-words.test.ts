import { expect, test } from 'vitest'
import { limitWords, sentWords } from './photo-words.ts'

test('one sentence counts all photos that were sent', () => {
  expect(sentWords(1)).toBe('Photo sent. We’ll email you the answer.')
  expect(sentWords(3)).toBe('3 photos sent. We’ll email you the answer.')
})

test('the photos that may still be sent are “more” once some were', () => {
  expect(limitWords(3, 0)).toBe('JPEG or PNG, up to 12 MB each. 3 photos at most.')
  expect(limitWords(2, 1)).toBe('JPEG or PNG, up to 12 MB each. 2 more photos at most.')
  expect(limitWords(1, 2)).toBe('JPEG or PNG, up to 12 MB each. 1 more photo at most.')
})
