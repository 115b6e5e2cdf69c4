import { expect, type Page } from '@playwright/test'

/** Picks up the focused job of the board with a key. */
export async function pickUp(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Space')
  await expect(page.getByText(`Picked up ${name}.`)).toBeAttached()
  // The library listens to the arrows from a timer on, which this one follows.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}
