import type { Page } from '@playwright/test'

/**
 * Suppresses the browser's online event for the whole test, as behind a router that lost its line: nothing is
 * refetched automatically. Call before the first page opens.
 */
export async function comeBackUnnoticed(page: Page): Promise<void> {
  await page.addInitScript(() =>
    window.addEventListener('online', (event) => event.stopImmediatePropagation()),
  )
}

/** The browser's event when the user returns to the tab. */
export function comeBack(page: Page): Promise<void> {
  return page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
}
