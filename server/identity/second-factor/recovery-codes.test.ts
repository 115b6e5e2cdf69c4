import { expect, test } from 'vitest'
import { makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts'

test('makeRecoveryCodes returns ten distinct codes without ambiguous characters', () => {
  const codes = makeRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
})

test.each([
  ['3f7kq-x9m2p', '3f7kq-x9m2p'],
  ['3F7KQX9M2P', '3f7kq-x9m2p'],
  ['  3f7kq x9m2p\n', '3f7kq-x9m2p'],
  ['3f7kq–x9m2p', '3f7kq-x9m2p'],
  ['oOlL1-iI0ab', '00111-110ab'],
])('%j is read as %s', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code)
})

test('a generated code is read unchanged', () => {
  for (const code of makeRecoveryCodes()) expect(readRecoveryCode(code)).toBe(code)
})
