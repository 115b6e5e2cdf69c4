import { inspectPage } from '../../scripts/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// It starts a browser of its own, and judges as a phone whatever the width of this one. Timings are judged by `npm run lighthouse`.
test('Lighthouse finds nothing to mend on the landing page, and nothing that it waits for or that moves @desktop', async ({
  product,
}) => {
  test.slow()
  const { scores, faults, renderBlocking, cls } = await inspectPage(`${product.url}/`)
  expect(faults).toEqual([])
  expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 })
  expect(renderBlocking).toEqual([])
  expect(cls).toBeLessThanOrEqual(0.02)
})
