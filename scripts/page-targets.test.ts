import { expect, test } from 'vitest'
import type { Measured } from './measure-page.ts'
import { medianOf, missedTargets } from './page-targets.ts'

const run = (performance: number, lcpMs: number, more: Partial<Measured> = {}): Measured => ({
  scores: { performance, accessibility: 100, 'best-practices': 100, seo: 100 },
  fcpMs: 700,
  lcpMs,
  tbtMs: 0,
  cls: 0,
  transferredBytes: 1,
  scriptBytes: 1,
  faults: [],
  ...more,
})

test('the median ignores one outlier, and a page within every target has no missed one', () => {
  const median = medianOf([run(60, 4000), run(99, 1199.6), run(100, 900)])
  expect(median.figures).toMatchObject({ performance: 99, lcpMs: 1200, cls: 0 })
  expect(missedTargets(median)).toEqual([])
})

test('each missed target is listed with the measured value; a missing value counts as missed', () => {
  const slow = run(98, 1201, { cls: Number.NaN, faults: ['color-contrast: too low'] })
  expect(missedTargets(medianOf([slow]))).toEqual([
    'performance is 98, and is to be 99 or more.',
    'lcpMs is 1201, and is to be 1200 at most.',
    'cls is NaN, and is to be 0.02 at most.',
    'color-contrast: too low',
  ])
})
