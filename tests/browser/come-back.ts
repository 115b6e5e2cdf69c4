import type { Page } from '@playwright/test'

/**
 * For the whole journey the browser does not notice when the network is there again, as behind a router that lost its line: nothing is
 * asked again by itself. To be called before the first page is opened.
 */
export async function comeBackUnnoticed(page: Page): Promise<void> {
  await page.addInitScript(() =>
    window.addEventListener('online', (event) => event.stopImmediatePropagation()),
  )
}

/** What the browser says when somebody comes back to the page from another. */
export function comeBack(page: Page): Promise<void> {
  return page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
}
