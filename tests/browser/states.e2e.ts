import { expect, test } from '../support/product-fixture.ts'
import { signUp } from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'

test('every page shows that it is offline, and refetches its data afterwards @desktop', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page)
  await page.goto('/account')
  await expect(page.getByLabel('Display name')).toBeVisible()
  const strip = page.getByText('You’re offline. This page may be out of date.')
  await expect(strip).toBeHidden()
  await page.context().setOffline(true)
  await expect(strip).toBeVisible()
  // A page whose chunk has not loaded shows an error, and the others work.
  await page.evaluate(() => window.history.pushState(null, '', '/confirm-card'))
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'You’re offline, so this page couldn’t load.',
  )
  await expectSoundInBothLights(page, 'a page that could not be loaded')
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('alert').getByText(/No connection/)).toBeVisible()
  await expectSoundInBothLights(page, 'offline')
  await page.context().setOffline(false)
  await expect(strip).toBeHidden()
  await expect(page.getByLabel('Display name')).toHaveValue('Pat Customer')

  // A page that is open when the connection is back loads by itself.
  await page.context().setOffline(true)
  await page.evaluate(() => window.history.pushState(null, '', '/forgot-password'))
  await expect(page.getByText(/You’re offline, so this page couldn’t load/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByText('Open this page with the link from our email.')).toBeVisible()
})

test('a slow reply is announced, and can be retried @desktop', async ({ page, product }) => {
  await signUp(page)
  await expect(page.getByText("You don't have any appointments scheduled.")).toBeVisible()
  // On a phone the two buttons share one row and keep it.
  await page.setViewportSize({ width: 390, height: 844 })
  const before = (await page.getByRole('button', { name: 'Schedule New Appointment' }).boundingBox())?.y
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const lists = () => asked.filter((path) => path.startsWith('/api/appointments/user/')).length
  const strip = page.getByText('This is taking longer than usual. We are still waiting for an answer.')
  // The page's clock stands still from before the press: a slow machine does not matter.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  product.pauseServer()
  try {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.clock.runFor(100)
    await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    expect((await page.getByRole('button', { name: 'Schedule New Appointment' }).boundingBox())?.y).toBe(
      before,
    )
    await expect.poll(lists).toBe(1)
    await page.clock.runFor(7_000)
    await expect(strip).toBeHidden()
    await page.clock.runFor(1_500)
    await expect(strip).toBeVisible()
    await page.clock.resume()
    await page.getByRole('status').getByRole('button', { name: 'Try again' }).click()
    await expect(strip).toBeHidden()
    await expect.poll(lists).toBe(2)
  } finally {
    product.resumeServer()
  }
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible()
  await expect(page.getByText("You don't have any appointments scheduled.")).toBeVisible()
})

test('without JavaScript a page says that it needs it, and links to the readable page @desktop @whole', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/scheduler')
  await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible()
  await page.getByRole('link', { name: 'What we install, for how much and where' }).click()
  await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeHidden()
  await context.close()
})
