import { expect, test } from 'vitest'
import { readShare, readTaxRate, taxRateText } from './percent-text.ts'

test.each([
  ['', null],
  [' ', null],
  ['9.75', 9_750],
  ['10.25%', 10_250],
  ['7', 7_000],
  ['0.001', 1],
  ['.5', 500],
  ['30', 30_000],
])('the rate %j is %j thousandths of a percent', (text, value) => {
  expect(readTaxRate(text)).toEqual({ ok: true, value })
})

test.each(['0', '0.0001', '30.001', '-1', 'ten', '9,75', '.', '1e1'])('the rate %j is refused', (text) => {
  expect(readTaxRate(text)).toMatchObject({ ok: false })
})

test.each([
  ['', null],
  ['60', 60],
  ['100%', 100],
  ['1', 1],
])('the share %j is %j', (text, value) => {
  expect(readShare(text)).toEqual({ ok: true, value })
})

test.each(['0', '101', '60.5', '-1', 'half'])('the share %j is refused', (text) => {
  expect(readShare(text)).toMatchObject({ ok: false })
})

test.each([9_750, 1, 30_000, 10_250])('%d thousandths are read as they are written', (rate) => {
  expect(readTaxRate(taxRateText(rate))).toEqual({ ok: true, value: rate })
})
