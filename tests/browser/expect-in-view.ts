import type { Locator } from '@playwright/test'
import { expect } from '../support/product-fixture.ts'

/** Expects the whole element inside the window and below the sticky banner. */
export async function expectInView(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 })
  const bannerBottom = await target
    .page()
    .getByRole('banner')
    .evaluate((banner) => banner.getBoundingClientRect().bottom)
  await expect.poll(async () => (await target.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(bannerBottom)
}
