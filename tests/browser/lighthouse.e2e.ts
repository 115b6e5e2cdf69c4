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

  // A page that search engines are told not to list, and that waits for its styles: what is looked for would be found.
  const privatePage = await inspectPage(`${product.url}/verify-email`)
  expect(privatePage.faults).toContainEqual(expect.stringContaining('is-crawlable'))
  expect(privatePage.scores.seo).toBeLessThan(100)
  expect(privatePage.renderBlocking).toContainEqual(expect.stringMatching(/\.css$/))
})
