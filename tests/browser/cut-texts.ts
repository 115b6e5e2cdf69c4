import { expect, type Page } from '@playwright/test'

/**
 * The texts that are cut: each visible text must lie inside the window and inside every ancestor that hides
 * its overflow. Runs in the page. A container that scrolls sideways may be wider than the window, and a row
 * may end a long text with an ellipsis where a title has it whole.
 */
function findCutTexts(): string[] {
  const found = new Set<string>()
  const hides = (value: string) => value === 'hidden' || value === 'clip'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const { parentElement: parent } = text
    if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (!text.textContent?.trim() || parent.closest('select, textarea, [inert]')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const box = range.getBoundingClientRect()
    if (box.width === 0) continue
    // Read out, not shown.
    let isForListeners = false
    const whole = parent.closest('[title]')?.getAttribute('title') ?? ''
    const isTitled = whole.includes(text.textContent.trim())
    let isShortened = false
    let isScrolled = false
    let [left, right, top, bottom] = [-Infinity, Infinity, -Infinity, Infinity]
    for (let holder: Element | null = parent; holder; holder = holder.parentElement) {
      const { overflowX, overflowY, position, textOverflow } = getComputedStyle(holder)
      const frame = holder.getBoundingClientRect()
      if (hides(overflowX) && frame.width <= 1) isForListeners = true
      if (textOverflow === 'ellipsis' && isTitled) isShortened = true
      if (hides(overflowX) || textOverflow === 'ellipsis')
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)]
      if (hides(overflowY)) [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)]
      if (overflowX === 'auto' || overflowX === 'scroll') {
        isScrolled = true
        break
      }
      if (position === 'fixed') break
    }
    if (!isScrolled) [left, right] = [Math.max(left, 0), Math.min(right, window.innerWidth)]
    const isCut = box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1
    if (isCut && !isForListeners && !isShortened)
      found.add(`${text.textContent.trim().slice(0, 60)} (${parent.tagName} ${parent.className})`)
  }
  return [...found]
}

/** Expects every text of the screen to be whole. */
export async function expectNoCutText(page: Page, screen: string): Promise<void> {
  expect.soft(await page.evaluate(findCutTexts), `cut on ${screen}`).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(wider, `${screen} is wider than the window`).toBeLessThanOrEqual(0)
}
