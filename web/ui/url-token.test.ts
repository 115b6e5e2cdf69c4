import { expect, test } from 'vitest'
import { tokenOf } from './url-token.ts'

test('the fragment is the token, except for the skip link', () => {
  expect(tokenOf('#bG9uZw-_')).toBe('bG9uZw-_')
  for (const hash of ['', '#', '#main']) expect(tokenOf(hash)).toBeNull()
})
