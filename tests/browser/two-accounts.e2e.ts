import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import {
  cards,
  countAppointments,
  fillPayment,
  goToPayment,
  newCustomer,
  secureButton,
  signUp,
  signUpOnScreen,
  type Customer,
} from './customer-journey.ts'

const first = (): Customer => ({ ...newCustomer(), name: 'First Person' })
const second = (): Customer => ({ ...newCustomer(), name: 'Second Owner' })

const replaced = (page: Page) =>
  page.getByRole('heading', { name: 'You’re now signed in as someone else', level: 1 })
const wayOn = (page: Page) => page.getByRole('button', { name: 'Continue with this account' })

/** As in a browser that froze the tab: it hears nothing of the other tabs, and of no return to it. */
async function noticeNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel')
    const stop = (event: Event) => event.stopImmediatePropagation()
    window.addEventListener('focus', stop, { capture: true })
    document.addEventListener('visibilitychange', stop, { capture: true })
  })
}

/** In another tab: logout, and a new account on the login screen. */
async function changeAccountElsewhere(context: BrowserContext, customer: Customer): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/scheduler')
  await tab.getByRole('button', { name: 'Logout' }).click()
  await expect(tab.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await signUpOnScreen(tab, customer)
  return tab
}

/** Replaces the browser's session without the screens: the other tabs get no message. */
async function signInUnseen(page: Page, { email, password }: Customer): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

test('a tab drawn for one account books nothing for another, and leads on without the draft @desktop', async ({
  page,
  context,
}) => {
  await noticeNothing(page)
  await signUp(page, first())
  const other = second()
  await changeAccountElsewhere(context, other)
  await expect(page.getByLabel('Your account')).toHaveText('FP')
  await goToPayment(page)
  await fillPayment(page, cards.approved)
  await secureButton(page).click()

  await expect(replaced(page)).toBeVisible()
  await expect(replaced(page)).toBeFocused()
  await expect(page.getByText(other.email)).toBeVisible()
  await expect(page.getByLabel('Your account')).toBeHidden()
  expect(await countAppointments(page, other)).toBe(0)

  await wayOn(page).click()
  await expect(page.getByLabel('Your account')).toHaveText('SO')
  await expect(page.getByText("You don't have any appointments scheduled.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue where you left off' })).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Q5')
})

test('a sign-out and a sign-in in one tab are noticed in the other at once @desktop', async ({
  page,
  context,
}) => {
  await signUp(page, first())
  await page.getByLabel('Your account').click()
  await page.getByLabel('Display name').fill('Typed by the first')
  const other = second()
  const tab = await context.newPage()
  await tab.goto('/scheduler')
  await tab.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()

  await signUpOnScreen(tab, other)
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  await expect(page.getByLabel('Your account')).toHaveText('SO')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Typed by the first')
})

test('on return to a tab the session is checked once; the first account finds its page as it was @desktop', async ({
  page,
}) => {
  const [own, other] = [first(), second()]
  const created = await page.request.post('/api/auth/sign-up/email', { data: other })
  expect(created.status()).toBe(200)
  await page.clock.install()
  await signUp(page, own)
  await page.getByLabel('Your account').click()
  const name = page.getByLabel('Display name')
  await name.fill('Typed by the first')
  let checks = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/get-session')) checks += 1
  })
  const comeBack = async () => {
    await page.clock.runFor(11_000)
    await page.evaluate(() => {
      for (let times = 0; times < 3; times += 1) window.dispatchEvent(new Event('focus'))
    })
  }

  await signInUnseen(page, other)
  await comeBack()
  await expect(replaced(page)).toBeVisible()
  await expect(name).toBeHidden()
  await expect(page.getByText('Typed by the first')).toBeHidden()
  expect(checks).toBe(1)

  await signInUnseen(page, own)
  await comeBack()
  await expect(name).toHaveValue('Typed by the first')
  await expect(page.getByLabel('Your account')).toHaveText('FP')

  await signInUnseen(page, other)
  await comeBack()
  await wayOn(page).click()
  await expect(name).toHaveValue('Second Owner')
  await expect(page.getByLabel('Your account')).toHaveText('SO')
})
