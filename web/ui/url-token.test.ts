import { expect, test } from 'vitest'
import { tokenOf } from './url-token.ts'

test('what stands after the # is the token, but for the link to the page’s content', () => {
  expect(tokenOf('#bG9uZw-_')).toBe('bG9uZw-_')
  for (const hash of ['', '#', '#main']) expect(tokenOf(hash)).toBeNull()
})
