import { expect, test } from 'vitest'
import { passkeySentence } from './passkey-words.ts'

test('cancelled, unsupported, already registered and wrong origin each have a message', () => {
  const of = (name: string) => passkeySentence('add', new DOMException('in the words of the browser', name))
  const said = ['NotAllowedError', 'ConstraintError', 'InvalidStateError', 'SecurityError'].map(of)
  expect(new Set(said).size).toBe(4)
  for (const sentence of said) expect(sentence).not.toContain('in the words of the browser')
  for (const name of ['NotAllowedError', 'ConstraintError', 'NotSupportedError'])
    expect(passkeySentence('sign-in', new DOMException('', name))).toMatch(/sign in another way/i)
})

test('an abort by the page has no message, and an unexpected error has one', () => {
  expect(passkeySentence('sign-in', new DOMException('', 'AbortError'))).toBeNull()
  expect(passkeySentence('sign-in', new Error('unheard of'))).toContain('didn’t work')
})
