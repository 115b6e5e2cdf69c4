import { expect, test } from 'vitest'
import { formatCents, formatSignedCents } from './money.ts'

test('whole dollars are written without cents and others with two places', () => {
  expect(formatCents(129_900)).toBe('$1,299')
  expect(formatCents(49_950)).toBe('$499.50')
})

test('an amount below zero has a minus sign, and no other has a sign', () => {
  expect([-5_000, -1_999, 0, 5_000].map(formatSignedCents)).toEqual(['−$50', '−$19.99', '$0', '$50'])
})
