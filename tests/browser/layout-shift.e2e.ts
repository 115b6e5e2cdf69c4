import type { Page } from '@playwright/test'
import { administrator, expect, test } from '../support/product-fixture.ts'
import { signUpBooked } from './booked-customer.ts'

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** How far what is on screen has jumped since the page was opened, as the browsers count it. */
function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[])
            if (!entry.hadRecentInput) sum += entry.value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => {
          observer.disconnect()
          resolve(sum)
        }, 100)
      }),
  )
}

async function expectStill(page: Page, places: readonly (readonly [string, string | RegExp])[]) {
  for (const [path, text] of places) {
    await page.goto(path)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    expect.soft(await layoutShiftOf(page), path).toBeLessThanOrEqual(0.02)
  }
}

test('no page jumps while it loads', async ({ page, product }) => {
  await expectStill(page, [
    ['/', 'Premium Vehicle Infotainment Solutions'],
    ['/login', 'Forgot password?'],
    ['/shop-registration', 'At least 10 characters'],
  ])
  await signUpBooked(page, product)
  await expectStill(page, [
    ['/scheduler', /Your card is held/],
    ['/scheduler?step=vehicle', 'Vehicle Year'],
    ['/account', 'This one'],
  ])
  await page.context().clearCookies()
  const answer = await page.request.post('/api/auth/sign-in/email', { data: administrator })
  expect(answer.ok()).toBe(true)
  await expectStill(page, [
    ['/admin', /^Showing /],
    ['/admin?view=board', /Alhambra Auto Sports · /],
    ['/admin?view=overview', 'Overview'],
    ['/admin?view=shops', 'Run by the administrators'],
    ['/admin?view=shop&shop=5', 'Payout statement'],
  ])
})
