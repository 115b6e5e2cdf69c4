import { expect, test } from 'vitest'
import { formatCents } from './money.ts'

test('whole dollars are written without cents and others with two places', () => {
  expect(formatCents(129_900)).toBe('$1,299')
  expect(formatCents(49_950)).toBe('$499.50')
})
