import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/product-fixture.ts'

/** Expects the whole element inside the window, below the sticky banner and above the bottom bar. */
export async function expectInView(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 })
  const isCovered = () =>
    target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const places = [top + 1, top + height / 2, top + height - 1]
      return places.some((y) => {
        const [over] = document.elementsFromPoint(left + Math.min(width / 2, 20), y)
        return over !== undefined && !element.contains(over) && !over.contains(element)
      })
    })
  await expect.poll(isCovered).toBe(false)
}

/** Expects that the page starts at this heading or message: it has the focus and is in view. */
export async function expectStartsAt(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  await expectInView(target)
}

/** Scrolls down as far as the page goes, so that only the page itself brings the next heading into view. */
export function scrollToEnd(page: Page): Promise<void> {
  return page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
}
