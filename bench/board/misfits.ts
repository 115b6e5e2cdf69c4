import type { Locator, Page } from '@playwright/test'
import type { Bench } from '../bench.ts'
import { withBoardShops } from './open-shops.ts'
import { atMost, format, type Figure } from '../figures.ts'

const jobs = 10
const mostTabs = 100

const takeOut = (page: Page) => page.getByRole('button', { name: /^Take out of use.*Bay 0$/ })
const confirm = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Take out of use', exact: true })
const link = (page: Page) => page.getByRole('link', { name: 'Move them' })
const moves = (page: Page) =>
  page.getByRole('region', { name: /no longer fit/ }).getByRole('button', { name: /^Move / })
const send = (page: Page) =>
  page.getByRole('dialog', { name: 'Move appointment' }).getByRole('button', { name: 'Move', exact: true })
const end = (page: Page) => page.getByText('All appointments fit your hours and bays.')

async function untilFocused(control: Locator): Promise<void> {
  await control.waitFor()
  await control.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        if (element === document.activeElement) resolve()
        else element.addEventListener('focus', () => resolve(), { once: true })
      }),
  )
}

/** Moves every job of a bay out of use by clicks alone, and counts them. */
async function byMouse(page: Page): Promise<number> {
  let clicks = 0
  const click = async (control: Locator) => {
    await control.click()
    clicks += 1
  }
  await click(takeOut(page))
  await click(confirm(page))
  await click(link(page))
  for (let left = jobs; left > 0; left--) {
    await click(moves(page).first())
    await click(send(page))
    await send(page).waitFor({ state: 'detached' })
  }
  await end(page).waitFor()
  return clicks
}

/** The same by keys alone, from the focused button that takes the bay out of use. */
async function byKeys(page: Page): Promise<number> {
  let presses = 0
  const press = async (key: string) => {
    await page.keyboard.press(key)
    presses += 1
  }
  const tabTo = async (control: Locator) => {
    await control.waitFor()
    for (let tabs = 0; tabs < mostTabs; tabs++) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await press('Tab')
    }
    throw new Error('Tab never reached a control')
  }
  await press('Enter')
  await tabTo(confirm(page))
  await press('Enter')
  await tabTo(link(page))
  await press('Enter')
  await tabTo(moves(page).first())
  for (let left = jobs; left > 0; left--) {
    await untilFocused(moves(page).first())
    await press('Enter')
    await untilFocused(send(page))
    await press('Enter')
    await send(page).waitFor({ state: 'detached' })
  }
  await end(page).waitFor()
  return presses
}

/** Seconds and presses in which a shop takes a bay with ten jobs out of use and moves them all. */
export async function measureMisfits(bench: Bench): Promise<Figure[]> {
  return withBoardShops(bench, { name: 'misfits', shops: 2, bays: 3 }, async ({ shopIds, enter }) => {
    const figures: Figure[] = []
    for (const [index, { by, unit, run }] of [
      { by: 'by mouse', unit: 'clicks', run: byMouse },
      { by: 'by keyboard', unit: 'key presses', run: byKeys },
    ].entries()) {
      const page = await enter(shopIds[index] ?? 0, '/admin?view=shop')
      await takeOut(page).focus()
      const begin = performance.now()
      const presses = await run(page)
      const seconds = (performance.now() - begin) / 1000
      figures.push(
        atMost(
          30,
          `a bay taken out of use and its ${jobs} appointments moved ${by}, without time to think`,
          seconds,
          `${format(seconds)} s, ${presses} ${unit}, ${format(presses / jobs)} for each`,
        ),
      )
      await page.context().close()
    }
    return figures
  })
}
