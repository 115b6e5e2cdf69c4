import { expect, test } from '../support/product-fixture.ts'
import { signUp } from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { watchTraffic } from './traffic.ts'

test('a visitor without JavaScript reads prices, hours and answers, and gets to the login screen @whole-desktop', async ({
  browser,
  product,
}, { project }) => {
  const context = await browser.newContext({
    baseURL: product.url,
    javaScriptEnabled: false,
    viewport: project.use.viewport ?? null,
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upgrade Your Driving Experience')
  await expect(page.getByRole('article', { name: 'Smart Connect Premium' })).toContainText('$799')
  await expect(page.getByRole('article', { name: 'Alhambra Auto Sports' })).toContainText(
    /Monday-Friday\s*9:00 AM - 5:00 PM/,
  )
  const answer = page.getByText('All packages include both Apple CarPlay and Android Auto, so you can use')
  await expect(answer).toBeHidden()
  await page.getByText('Does it work with my phone?').click()
  await expect(answer).toBeVisible()
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await context.close()
})

test('the browser takes the page over as it is: nothing is said in the console, nothing moves, questions open by keyboard @whole-desktop', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  await page.addInitScript(() => {
    const moved = window as unknown as { moved: number }
    moved.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) moved.moved += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Hydration fetches this first.
  await Promise.all([page.waitForResponse(/get-session/), page.goto('/')])
  await expect(page).toHaveTitle('Apple CarPlay and Android Auto for BMW, Mercedes, Audi and Lexus · Dashfit')
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.02)
  const question = page.locator('summary', { hasText: 'What if I cancel?' })
  await question.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('and we release the hold')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByText('and we release the hold')).toBeHidden()
  // A hydrated page navigates without a page load.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('link', { name: 'Register your shop' }).click()
  await expect(page.getByRole('heading', { name: 'Auto Shop Registration' })).toBeVisible()
  expect(await page.evaluate(() => Object.hasOwn(window, 'sameDocument'))).toBe(true)
  expect(said).toEqual([])
})

test('the landing page passes axe in both color schemes and fits a window of 320 px @phone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expectSoundInBothLights(page, 'landing')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectSoundInBothLights(page, 'landing at 320 px')
})

test('the landing page knows a signed-in user, and shows the packages after in-app navigation @desktop', async ({
  page,
}) => {
  await signUp(page)
  await page.getByRole('link', { name: 'Dashfit' }).click()
  await expect(page.getByRole('article', { name: 'Ultra Connect Pro' })).toContainText('$1,299')
  await expect(page.getByRole('article', { name: 'Alhambra Auto Sports' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toBeHidden()
})

test('a first visit loads at most 80 kB of scripts, one font, other styles after the first paint, nothing twice, nothing from others @phone', async ({
  page,
  product,
}) => {
  const traffic = await watchTraffic(page)
  await Promise.all([page.waitForResponse(/get-session/), page.goto('/')])
  // The pictures below the fold too.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(() => traffic.pending()).toEqual([])

  const fetched = traffic.fetched()
  const addresses = fetched.map(({ url }) => url)
  expect(addresses.filter((url, index) => addresses.indexOf(url) !== index)).toEqual([])
  expect(addresses.filter((url) => new URL(url).origin !== product.url)).toEqual([])
  const ofType = (type: string) => fetched.filter((one) => one.type === type)
  const scripts = ofType('Script')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(80_000)
  expect(ofType('Font')).toHaveLength(1)
  const sheets = ofType('Stylesheet')
  expect(sheets).toHaveLength(1)
  expect(sheets[0]?.sentAt).toBeGreaterThan(traffic.loadedAt())
})

test('until the first paint the landing page requests only its document and the picture behind the headline @phone', async ({
  page,
}) => {
  // The page never reports a paint here.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  const traffic = await watchTraffic(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(traffic.asked().map(({ url }) => new URL(url).pathname)).toEqual([
    '/',
    '/pictures/cockpit-at-dusk-tall.svg',
  ])
})

test('the document of a page preloads every script that a direct visit runs @desktop', async ({ page }) => {
  const traffic = await watchTraffic(page)
  const expectNamed = async (path: string, heading: string) => {
    traffic.forget()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect.poll(() => traffic.pending()).toEqual([])
    const document = await (await page.request.get(path)).text()
    const scripts = traffic.asked().filter(({ type }) => type === 'Script')
    expect(scripts.length, path).toBeGreaterThan(3)
    expect(
      scripts.map(({ url }) => new URL(url).pathname).filter((script) => !document.includes(`"${script}"`)),
      path,
    ).toEqual([])
  }
  await expectNamed('/login', 'Login')
  await expectNamed('/shop-registration', 'Auto Shop Registration')
  await signUp(page)
  await expectNamed('/scheduler', 'My Appointments')
})
