import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { administrator, expect, test, type BrowserProduct } from '../support/product-fixture.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt } from '../support/social.ts'
import {
  cards,
  dismissToast,
  expectConfirmed,
  fillCard,
  fillPayment,
  goToPayment,
  newCustomer,
  secureButton,
  signUp,
} from './customer-journey.ts'
import { enter } from './shop-people.ts'
import { chooseAccount, newSocialPerson, openWindow } from './social-people.ts'
import {
  book,
  captureIn,
  openPart,
  rowOf,
  searchFor,
  signInAsStaff,
  test as staffTest,
} from './staff-journey.ts'

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(page.getByText('Your session ended. Sign in to pick up where you left off.')).toBeVisible()
}

/** More than ten minutes: the identity library reads the machine's own clock, which nobody turns. */
async function makeSignInOld({ databaseUrl }: BrowserProduct, email: string): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  const { rowCount } = await client.query(
    `update sessions set created_at = now() - interval '11 minutes' where user_id = (select id from users where email = $1)`,
    [email],
  )
  await client.end()
  expect(rowCount).toBe(1)
}

test('an ended session is announced, and after a new sign-in the draft is unchanged @desktop', async ({
  page,
}) => {
  const customer = await signUp(page)
  await goToPayment(page)
  const address = page.url()
  const summary = await page.getByRole('region', { name: 'Appointment Summary' }).textContent()
  await fillPayment(page, cards.approved)
  await page.context().clearCookies()
  await secureButton(page).click()

  await expectSignedOut(page)
  await signIn(page, customer)
  await expect(page.getByRole('region', { name: 'Appointment Summary' })).toHaveText(summary ?? '')
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  // The steps are behind it as before, without a login screen.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Schedule Your Installation', level: 1 })).toBeVisible()
  await page.goForward()
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  // Everything except the card, which this site never had.
  await fillCard(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
})

test('staff return to their page after signing in again, another user to the start page @desktop', async ({
  page,
}) => {
  await page.goto('/login')
  await signIn(page, administrator)
  await openPart(page, 'Appointments')
  await page.getByLabel('Search').fill('nobody at all')
  await expect(page.getByText('No appointments match these filters.')).toBeVisible()
  const address = page.url()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expectSignedOut(page)
  await signIn(page, administrator)
  await expect(page.getByLabel('Search')).toHaveValue('nobody at all')
  await expect(page).toHaveURL(address)

  const other = newCustomer()
  const answer = await page.request.post('/api/auth/sign-up/email', { data: other })
  expect(answer.status()).toBe(200)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expectSignedOut(page)
  await signIn(page, other)
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  await expect(page).toHaveURL(/\/scheduler$/)
  // The stored return URL is gone: a sign-in after a logout starts at the start page.
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByText('Your session ended.')).toBeHidden()
})

test('another user in the same tab sees nothing of the draft @desktop', async ({ page }) => {
  await signUp(page)
  await goToPayment(page)
  await page.context().clearCookies()
  await signUp(page)
  await expect(page.getByText("You don't have any appointments scheduled.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue where you left off' })).toBeHidden()
})

test('another user’s sign-in after a reload removes the draft from the browser @desktop @whole', async ({
  page,
}) => {
  const other = newCustomer()
  expect((await page.request.post('/api/auth/sign-up/email', { data: other })).status()).toBe(200)
  const customer = await signUp(page)
  await goToPayment(page)
  await page.context().clearCookies()
  await page.goto('/login')
  const kept = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  await signIn(page, customer)
  await expect(page.getByRole('button', { name: 'Continue where you left off' })).toBeVisible()
  expect(await kept()).toContain('Q5')

  await page.context().clearCookies()
  await page.goto('/login')
  await signIn(page, other)
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  expect(await kept()).not.toContain('Q5')
})

staffTest(
  'after the session’s end a staff action leads to the login screen without a toast, and the inputs are kept @desktop',
  async ({ page, product }) => {
    const job = await book(product)
    await signInAsStaff(page)
    const expectSignedOutOnly = async () => {
      await expectSignedOut(page)
      // At once: a toast would disappear by itself.
      expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0)
      await signIn(page, administrator)
      await dismissToast(page)
    }
    await searchFor(page, job)
    await page.context().clearCookies()
    await captureIn(rowOf(page, job))
    await expectSignedOutOnly()
    await expect(rowOf(page, job).getByRole('button', { name: 'Capture Payment' })).toBeVisible()

    await page.goto('/admin?view=shop&shop=5')
    await page.getByLabel('Business Name').fill('Typed before the end')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save name and place' }).click()
    await expectSignedOutOnly()
    await expect(page.getByLabel('Business Name')).toHaveValue('Typed before the end')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeVisible()
    // The counted steps of the visit are no personal data.
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['funnel'])
  },
)

test('a sign-in required by a change returns to its part of the account, with the inputs @desktop @whole', async ({
  page,
  product,
}) => {
  const owner = newSocialPerson()
  const browser = openSocialBrowser(product, socialAt(product))
  await browser.signIn('google', owner)
  await enter(page, product, browser.person(), '/account')
  await page.getByLabel('Display name').fill('Typed before the end')
  await makeSignInOld(product, owner.email)
  const part = page.getByRole('region', { name: 'Second factor', exact: true })
  await part.getByRole('button', { name: 'Set up' }).click()
  await part.getByRole('button', { name: 'Continue' }).click()
  await part.getByRole('button', { name: 'Sign in again' }).click()
  await expectSignedOut(page)
  const google = page.getByRole('button', { name: 'Sign in with Google' })
  await chooseAccount(await openWindow(page, google), owner)
  await expect(part).toBeInViewport()
  await expect(page).toHaveURL(/\/account#second-factor$/)
  await expect(page.getByLabel('Display name')).toHaveValue('Typed before the end')
  await part.getByRole('button', { name: 'Set up' }).click()
  await part.getByRole('button', { name: 'Continue' }).click()
  await expect(part.getByLabel('QR code for your authenticator app')).toBeVisible()
})
