import { inspectPage } from '../../scripts/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// It starts its own browser and emulates a phone at any width of this one. `npm run lighthouse` judges
// timings.
test('Lighthouse finds no failed audit, render-blocking request or layout shift on the landing page @desktop', async ({
  product,
}) => {
  test.slow()
  const { scores, faults, renderBlocking, cls } = await inspectPage(`${product.url}/`)
  expect(faults).toEqual([])
  expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 })
  expect(renderBlocking).toEqual([])
  expect(cls).toBeLessThanOrEqual(0.02)
})
