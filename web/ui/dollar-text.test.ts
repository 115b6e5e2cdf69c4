import { expect, test } from 'vitest'
import { dollarsText, parseDollars, readAmount } from './dollar-text.ts'

test.each([
  ['49.50', 4_950],
  ['49.5', 4_950],
  ['49', 4_900],
  ['$120', 12_000],
  ['$ 1,200.01', 120_001],
  ['.5', 50],
  ['0.01', 1],
  ['12.', 1_200],
  [' 5000 ', 500_000],
  // As floating-point dollars these two are off by a cent.
  ['1.15', 115],
  ['4.35', 435],
])('%j is %d cents', (text, cents) => {
  expect(readAmount(text)).toEqual({ ok: true, cents })
})

test.each([
  ['', 'Please enter an amount'],
  ['   ', 'Please enter an amount'],
  ['0', 'Please enter an amount of at least $0.01'],
  ['0.00', 'Please enter an amount of at least $0.01'],
  ['-5', 'Please enter an amount above $0'],
  ['$-5', 'Please enter an amount above $0'],
  ['−5', 'Please enter an amount above $0'],
  ['0.005', 'Please enter whole cents, like 49.50'],
  ['5000.01', 'Please enter an amount of at most $5,000'],
  ['99999999999999999999', 'Please enter an amount of at most $5,000'],
  ['ten', 'Please enter an amount in dollars, like 49.50'],
  ['12,50', 'Please enter an amount in dollars, like 49.50'],
  ['1e3', 'Please enter an amount in dollars, like 49.50'],
  ['0x10', 'Please enter an amount in dollars, like 49.50'],
  ['.', 'Please enter an amount in dollars, like 49.50'],
  ['$', 'Please enter an amount in dollars, like 49.50'],
  ['1.2.3', 'Please enter an amount in dollars, like 49.50'],
])('%j is refused', (text, sentence) => {
  expect(readAmount(text)).toEqual({ ok: false, sentence })
})

test('an amount above the most of the place is refused with that', () => {
  expect(readAmount('100.01', 10_000)).toEqual({
    ok: false,
    sentence: 'Please enter an amount of at most $100',
  })
})

test.each([1, 50, 115, 435, 4_950, 12_000, 499_999])('%d cents are read as they are written', (cents) => {
  expect(readAmount(dollarsText(cents))).toEqual({ ok: true, cents })
})

test.each([
  ['1136.62', 113_662],
  ['1,136.62', 113_662],
  ['$900', 90_000],
  [' 0.5 ', 50],
  ['-50', -5_000],
  ['−50.05', -5_005],
  ['0', 0],
  ['-0', 0],
])('%j is %d cents, also below zero', (text, cents) => {
  expect(parseDollars(text)).toBe(cents)
})

test.each(['', '0.005', '1e3', '1,13.62', 'ten', '--5', '.', '5-', '1 000', 'NaN', '1234567890'])(
  '%j is no amount',
  (text) => {
    expect(parseDollars(text)).toBeNull()
  },
)

test.each([0, 5, 50, 113_662, -5_005, -20_000])('%d cents are shown as they are read', (cents) => {
  expect(parseDollars(dollarsText(cents))).toBe(cents)
})
