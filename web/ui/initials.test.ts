import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Casey Rivera', 'CR'],
  ['casey', 'C'],
  ['Ana María de la Cruz', 'AC'],
  ['  Zoë   Ångström ', 'ZÅ'],
  ['李 小龍', '李小'],
  // A letter with a combining accent is one letter.
  ['E\u0301mile Zola', 'E\u0301Z'],
  ['— Casey', 'C'],
  ['***', ''],
  ['', ''],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
