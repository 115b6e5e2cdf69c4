import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the control is focused. */
export async function tabTo(
  page: Page,
  role: 'button' | 'combobox' | 'textbox' | 'searchbox' | 'radio' | 'link' | 'switch' | 'checkbox',
  name: RegExp,
): Promise<Locator> {
  const wanted = page.getByRole(role, { name }).first()
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((control) => control === document.activeElement)) return wanted
  }
  throw new Error(`Tab never reached ${String(name)}`)
}
