import type { ElementHandle, Frame, Page } from 'puppeteer-core'

type Role = 'button' | 'combobox' | 'radio' | 'textbox'

/** An element by its role and its whole accessible name, as Firefox computes it. Actions wait for it. */
export const byRole = (page: Page | Frame, role: Role, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`)

/**
 * Clicks the first enabled control of a selector whose label matches, once there is one: for labels with a
 * date or a number in them.
 */
export const clickFirst = (page: Page, selector: string, label: string) => clickEnd(page, selector, label, 0)

/** As `clickFirst`, for the last one. */
export const clickLast = (page: Page, selector: string, label: string) => clickEnd(page, selector, label, -1)

async function clickEnd(page: Page, selector: string, label: string, end: number): Promise<void> {
  const found = await page.waitForFunction(
    (css, pattern, place) =>
      [...document.querySelectorAll<HTMLButtonElement>(css)]
        .filter((control) => {
          const name =
            control.getAttribute('aria-label') ?? control.labels[0]?.textContent ?? control.textContent
          return !control.disabled && new RegExp(pattern).test(name)
        })
        .at(place),
    {},
    selector,
    label,
    end,
  )
  await (found as ElementHandle<HTMLElement>).click()
}

/** Waits until the page shows a text. */
export async function expectText(page: Page, text: string): Promise<void> {
  try {
    await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text)
  } catch (cause) {
    const shown = await page.evaluate(() => document.body.innerText)
    throw new Error(`“${text}” is not on ${page.url()}:\n${shown.slice(0, 2000)}`, { cause })
  }
}

/** Waits until the page has a path. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await page.waitForFunction((wanted) => location.pathname === wanted, {}, path)
}
