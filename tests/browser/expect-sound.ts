import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The screen passes axe by the rules of WCAG 2.2 AA, and never scrolls sideways. */
export async function expectSound(page: Page, screen: string) {
  const { violations } = await new AxeBuilder({ page })
    // The card frame is the provider's page: it has no ground of its own, so its contrast cannot be judged from inside.
    .exclude('iframe')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, screen).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider, `${screen} is wider than the window`).toBeLessThanOrEqual(0)
}

/** The same in light and in dark, one after the other on the same screen. */
export async function expectSoundInBothLights(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectSound(page, `${screen} in ${colorScheme}`)
  }
}
