import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { findFocusFaults } from './focus-faults.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The rules of WCAG 2.2 AA, including targets of 24 px. */
export const wcag: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
}

/** The violations that axe finds, one line each with the elements. */
export async function findAxeFaults(page: Page, rules = wcag): Promise<string[]> {
  // axe is injected once per document: that takes ten times as long as a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (options) => {
    // The card frame is the provider's page without a background of its own, so its contrast cannot be judged
    // from inside.
    const { violations } = await window.axe.run({ exclude: ['iframe'] }, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
}

/** The screen passes axe and never scrolls sideways. */
export async function expectSound(page: Page, screen: string) {
  await expectSettled(page)
  expect(await findAxeFaults(page), screen).toEqual([])
  await expectNotSideways(page, screen)
}

/** Transitions, such as a change of color scheme, and entrance animations have ended. */
async function expectSettled(page: Page): Promise<void> {
  const changing = () =>
    page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return document.getAnimations().filter((each) => {
        const { endTime } = each.effect?.getComputedTiming() ?? {}
        // Infinite animations never end.
        return each.playState === 'running' && endTime !== Infinity
      }).length
    })
  await expect.poll(changing, 'what changes has settled').toBe(0)
}

async function expectNotSideways(page: Page, screen: string): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  // A chart redraws shortly after a change of width.
  await expect.poll(wider, `${screen} is wider than the window`).toBeLessThanOrEqual(0)
}

/**
 * At 400 % zoom of a window of 1280 x 1024: nothing scrolls sideways, sticky elements cover less than half of
 * it, and each focused element shows its focus and is not covered.
 */
async function expectSoundZoomed(page: Page, screen: string): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 256 })
  // A transition that has begun is not visible yet.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectNotSideways(page, `${screen} at 400 %`)
  // From here on the browser shows focus as for a keyboard user.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLIFrameElement) document.activeElement.blur()
  })
  await page.keyboard.press('Shift')
  // The page may still be changing a table for cards.
  await expect.poll(() => page.evaluate(findFocusFaults), `${screen} at 400 %`).toEqual([])
  if (size) await page.setViewportSize(size)
}

/** The same in the light and the dark color scheme, and once at 400 % zoom. */
export async function expectSoundInBothLights(page: Page, screen: string): Promise<void> {
  await expectSoundIn(['light', 'dark'], page, screen)
}

/**
 * For journeys that run at both widths: light on a desktop and dark on a phone, since contrast is nine tenths
 * of what axe costs. The whole run looks at both lights at each width.
 */
export async function expectSoundAtEachWidth(page: Page, screen: string): Promise<void> {
  const isWhole = process.env['JOURNEYS'] !== undefined
  await expectSoundIn(isWhole ? ['light', 'dark'] : [isDesktop(page) ? 'light' : 'dark'], page, screen)
}

async function expectSoundIn(lights: ('light' | 'dark')[], page: Page, screen: string): Promise<void> {
  for (const colorScheme of lights) {
    await page.emulateMedia({ colorScheme })
    await expectSound(page, `${screen} in ${colorScheme}`)
  }
  // A phone is checked at its own width above; the zoom is of a desktop.
  if (isDesktop(page)) await expectSoundZoomed(page, screen)
}

const isDesktop = (page: Page): boolean => (page.viewportSize()?.width ?? 0) > 1000
