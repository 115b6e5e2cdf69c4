import type { Page } from '@playwright/test'
import { authenticatorOf } from '../support/authenticator.ts'
import { expect, test } from '../support/product-fixture.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt } from '../support/social.ts'
import { dismissToast } from './customer-journey.ts'
import { expectSound } from './expect-sound.ts'
import {
  chooseAccount,
  chooseNone,
  expectProblem,
  expectSignedIn,
  newSocialPerson,
  openLogin,
  openWindow,
  providers,
  sessionEmail,
  socialButton,
  userType,
} from './social-people.ts'

const cancelled = 'Sign-in cancelled by user'

/**
 * Headless windows get no focus events: this sends them as a browser does when the user leaves and returns.
 */
async function turnAwayAndBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.dispatchEvent(new Event('blur'))
    window.dispatchEvent(new Event('focus'))
  })
}

test('a new user signs in with Google in a popup, and is recognized the next time @desktop', async ({
  page,
}) => {
  const person = newSocialPerson()
  await openLogin(page)
  const popup = await openWindow(page, socialButton(page, 'Google'))
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 600])
  const closed = popup.waitForEvent('close')
  await chooseAccount(popup, person)
  await closed
  await expect(page.getByText('Login successful')).toBeVisible()
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await dismissToast(page)
  await expectSignedIn(page)
  expect(await userType(page)).toBe('customer')
  expect(await sessionEmail(page)).toBe(person.email)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeVisible()
  expect(await userType(page)).toBeNull()
  await page.getByRole('link', { name: 'Login' }).click()
  await chooseAccount(await openWindow(page, socialButton(page, 'Google')), person)
  await expectSignedIn(page)
  expect(await sessionEmail(page)).toBe(person.email)
})

test('a new user signs up with Facebook on the page that creates accounts @desktop @whole', async ({
  page,
}) => {
  const person = newSocialPerson()
  await openLogin(page)
  await page.getByRole('link', { name: 'Create account' }).click()
  await chooseAccount(await openWindow(page, socialButton(page, 'Facebook')), person)
  await expect(page.getByText('Login successful')).toBeVisible()
  await expectSignedIn(page)
  expect(await sessionEmail(page)).toBe(person.email)
})

for (const { name } of providers) {
  test(`a phone is redirected to ${name} and back @phone`, async ({ page, context }) => {
    const person = newSocialPerson()
    await openLogin(page)
    await socialButton(page, name).click()
    await chooseNone(page)
    await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
    await expectProblem(page, cancelled)
    await page.reload()
    await expect(socialButton(page, name)).toBeVisible()
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0)

    await socialButton(page, name).click()
    await chooseAccount(page, person)
    await expect(page.getByText('Login successful')).toBeVisible()
    await expectSignedIn(page)
    expect(await sessionEmail(page)).toBe(person.email)
    expect(await userType(page)).toBe('customer')
    expect(context.pages()).toHaveLength(1)
  })
}

test('one popup at a time: it can be focused, cancelled, and closed by hand at any moment @desktop', async ({
  page,
  context,
}) => {
  await openLogin(page)
  const google = socialButton(page, 'Google')
  const popup = await openWindow(page, google)
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await expect(page.getByText('Finish in the window that opened.')).toBeVisible()
  await expect(socialButton(page, 'Facebook')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Show the window' })).toBeVisible()
  await google.click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectSound(page, `waiting for the window, ${colorScheme}`)
  }
  await page.getByRole('button', { name: 'Show the window' }).click()
  expect(context.pages()).toHaveLength(2)

  // Cancelled here.
  const given = popup.waitForEvent('close')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await given
  await expectProblem(page, cancelled)
  await expect(google).toBeFocused()
  await expect(page.getByText('Finish in the window that opened.')).toHaveCount(0)

  // Cancelled at the provider.
  const second = await openWindow(page, google)
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
  const back = second.waitForEvent('close')
  await chooseNone(second)
  await back
  await expectProblem(page, cancelled)
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(cancelled)
  await dismissToast(page)

  // Closed at the provider.
  const third = await openWindow(page, google)
  await expect(page.getByRole('button', { name: 'Show the window' })).toBeVisible()
  await third.close()
  await expectProblem(page, cancelled)
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(cancelled)
  await dismissToast(page)

  // Closed before the redirect to the provider: the network is slow.
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const slow = { offline: false, latency: 3000, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', slow)
  const fourth = await openWindow(page, google)
  await fourth.close()
  await expectProblem(page, cancelled)
})

test("a provider's page that cuts the link to its window is not taken for closed @desktop @whole", async ({
  page,
  product,
}) => {
  const social = socialAt(product)
  await social.switchTo('google', 'normal', { openerPolicy: 'same-origin' })
  try {
    await openLogin(page)
    const google = socialButton(page, 'Google')
    const words = page.getByText('Finish in the window that opened. If you closed it, tap Cancel.')
    await openWindow(page, google)
    await expect(words).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectProblem(page, cancelled)

    // A user who returns here has probably closed it, but the sign-in may still succeed.
    const popup = await openWindow(page, google)
    await expect(words).toBeVisible()
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
    await turnAwayAndBack(page)
    await expectProblem(page, cancelled)
    const closed = popup.waitForEvent('close')
    await chooseAccount(popup, newSocialPerson())
    await closed
    await expectSignedIn(page)
  } finally {
    await social.switchTo('google', 'normal', { openerPolicy: 'report-only' })
  }
})

test('where the browser opens no window, that is said, and the page goes there itself @desktop @whole', async ({
  page,
  context,
}) => {
  // The response of a browser that blocks popups.
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openLogin(page)
  await socialButton(page, 'Facebook').click()
  await expectProblem(page, 'Sign-in popup was blocked. Please allow popups for this site.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectProblem(page, cancelled)
  await socialButton(page, 'Facebook').click()
  await page.getByRole('button', { name: 'Continue in this window' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()

  await page.goBack()
  await expect(socialButton(page, 'Google')).toBeEnabled()
  await socialButton(page, 'Google').click()
  await expectProblem(page, 'Sign-in popup was blocked. Please allow popups for this site.')
  const person = newSocialPerson()
  // Automatically, after a moment.
  await chooseAccount(page, person)
  await expectSignedIn(page)
  expect(await sessionEmail(page)).toBe(person.email)
  expect(context.pages()).toHaveLength(1)
})

test('a second factor is also required after the popup @desktop', async ({ page, product }) => {
  const person = newSocialPerson()
  const elsewhere = openSocialBrowser(product, socialAt(product))
  await elsewhere.signIn('google', person)
  const started = await elsewhere.person().post('/api/account/second-factor', {})
  expect(started.status, JSON.stringify(started.body)).toBe(200)
  const app = authenticatorOf(String(started.body.address))
  const code = await app.nextCode()
  expect((await elsewhere.person().post('/api/account/second-factor/confirm', { code })).status).toBe(200)

  await openLogin(page)
  await chooseAccount(await openWindow(page, socialButton(page, 'Google')), person)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  expect(await sessionEmail(page)).toBeNull()
  await page.getByLabel('Code').fill(await app.nextCode())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectSignedIn(page)
  expect(await sessionEmail(page)).toBe(person.email)
  expect(await userType(page)).toBe('customer')
})

test('a forged message or address opens nothing @desktop', async ({ page, context }) => {
  await openLogin(page)
  const begun = page.waitForRequest('**/api/auth/sign-in/social')
  const popup = await openWindow(page, socialButton(page, 'Google'))
  const { flow } = (await begun).postDataJSON() as { flow: string }
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  const base = '/social-sign-in?provider=google'
  // The popup's success message: forged by another page, and then with the very id that this page waits for.
  const forger = await context.newPage()
  await forger.goto(`${base}&mode=popup&flow=${crypto.randomUUID()}&outcome=signed-in`)
  await expect(forger.getByRole('heading', { name: 'You can close this window' })).toBeVisible()
  await expect(page.getByText('Finish in the window that opened.')).toBeVisible()
  await forger.goto(`${base}&mode=popup&flow=${flow}&outcome=signed-in`)
  await expectProblem(page, 'An error occurred during Google authentication.')
  expect(await sessionEmail(page)).toBeNull()
  expect(await userType(page)).toBeNull()

  const visitor = await context.newPage()
  for (const address of [
    `${base}&mode=redirect&flow=${flow}&outcome=signed-in`,
    '/social-sign-in?provider=evil&outcome=signed-in',
  ]) {
    await visitor.goto(address)
    await expect(visitor.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
    await expect(visitor.getByText('Login successful')).toHaveCount(0)
    expect(await userType(visitor)).toBeNull()
  }
  await visitor.goto(`${base}&mode=redirect&flow=1&outcome=${encodeURIComponent('<b>Call 555</b>')}`)
  await expectProblem(visitor, 'An error occurred during Google authentication.')
})
