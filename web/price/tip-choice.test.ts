import { expect, test } from 'vitest'
import { tipCentsOf, tipWishOf } from './tip-choice.tsx'

test.each([
  [10, 61_900, 6_190],
  [15, 59_350, 8_903],
  [20, 50, 10],
])('%d%% of %d cents is %d cents, half a cent rounded up', (percent, base, cents) => {
  expect(tipCentsOf({ kind: 'percent', percent }, base)).toEqual({ ok: true, cents })
})

test('a tip of an own amount is read as every amount', () => {
  expect(tipCentsOf({ kind: 'own', text: '31.50' }, 1)).toEqual({ ok: true, cents: 3_150 })
  expect(tipCentsOf({ kind: 'own', text: '0.005' }, 1)).toMatchObject({ ok: false })
  expect(tipCentsOf({ kind: 'none' }, 61_900)).toEqual({ ok: true, cents: 0 })
})

test('a tip that was given before is offered again', () => {
  expect(tipWishOf(0)).toEqual({ kind: 'none' })
  expect(tipCentsOf(tipWishOf(3_100), 61_900)).toEqual({ ok: true, cents: 3_100 })
})
