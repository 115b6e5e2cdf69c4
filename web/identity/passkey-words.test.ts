import { expect, test } from 'vitest'
import { passkeySentence } from './passkey-words.ts'

test('cancelled, no device for it, known already and another address each have their words', () => {
  const of = (name: string) => passkeySentence('add', new DOMException('in the words of the browser', name))
  const said = ['NotAllowedError', 'ConstraintError', 'InvalidStateError', 'SecurityError'].map(of)
  expect(new Set(said).size).toBe(4)
  for (const sentence of said) expect(sentence).not.toContain('in the words of the browser')
  for (const name of ['NotAllowedError', 'ConstraintError', 'NotSupportedError'])
    expect(passkeySentence('sign-in', new DOMException('', name))).toContain('sign in another way')
})

test('what the page gave up itself needs no words, and what nobody foresaw has some', () => {
  expect(passkeySentence('sign-in', new DOMException('', 'AbortError'))).toBeNull()
  expect(passkeySentence('sign-in', new Error('unheard of'))).toContain('did not work')
})
