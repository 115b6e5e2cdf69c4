import type { Page } from '@playwright/test'
import { administrator, expect, test } from '../support/product-fixture.ts'
import { signUpBooked } from './booked-customer.ts'
import { goToPayment } from './customer-journey.ts'

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }

/**
 * The layout shift since the page was opened, as browsers measure it, with its sources. Shifts after input
 * count too: nothing is pressed on these pages, but a press on the page before is remembered for a moment.
 */
function layoutShiftOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  return page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        let sum = 0
        const moved: string[] = []
        const observer = new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as LayoutShift[]) {
            sum += value
            const nodes = sources.map(({ node }) => `${node?.nodeName} ${node?.className}`)
            moved.push(`${value.toFixed(4)}: ${nodes.join(', ')}`)
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => {
          observer.disconnect()
          resolve({ sum, moved })
        }, 100)
      }),
  )
}

async function expectStill(page: Page, places: readonly (readonly [string, string | RegExp])[]) {
  // A distant server, so that each intermediate state renders: with instant replies some would be skipped at
  // random.
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 200,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  for (const [path, text] of places) {
    await page.goto(path)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    const { sum, moved } = await layoutShiftOf(page)
    expect.soft(sum, `${path} ${moved.join('; ')}`).toBeLessThanOrEqual(0.02)
  }
  await protocol.detach()
}

test('no page jumps while it loads @whole-desktop', async ({ page, product }) => {
  test.slow()
  await expectStill(page, [
    ['/', 'Premium Vehicle Infotainment Solutions'],
    ['/login', 'Forgot password?'],
    ['/shop-registration', '10 to 128 characters'],
    ['/verify-email', 'Open this page'],
    ['/confirm-card', 'Open this page'],
    ['/forgot-password', 'We’ll email you a link'],
    ['/nowhere', '404 Page Not Found'],
  ])
  await signUpBooked(page, product)
  // As after a sign-in: the header reserves the place of the links.
  await page.evaluate(() => localStorage.setItem('userType', 'customer'))
  await expectStill(page, [
    ['/scheduler', /Your card is held/],
    ['/scheduler?step=vehicle', 'Vehicle Year'],
    ['/account', 'This device'],
  ])
  await page.goto('/scheduler')
  await goToPayment(page)
  await expectStill(page, [
    ['/scheduler?step=package', '4-5 hours'],
    ['/scheduler?step=schedule', 'Next available:'],
    ['/scheduler?step=payment', 'Secure Your Appointment'],
  ])
  await page.context().clearCookies()
  const answer = await page.request.post('/api/auth/sign-in/email', { data: administrator })
  expect(answer.ok()).toBe(true)
  await expectStill(page, [
    ['/admin', /^Showing /],
    ['/admin?view=today', / today/],
    ['/admin?view=board', /Alhambra Auto Sports · /],
    ['/admin?view=overview', 'Overview'],
    ['/admin?view=shops', 'Run by the administrators'],
    ['/admin?view=shop&shop=5', 'Payout statement'],
  ])
})
