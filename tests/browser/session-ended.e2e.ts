import { expect, test } from '../support/product-fixture.ts'
import {
  cards,
  expectConfirmed,
  fillCard,
  fillPayment,
  goToPayment,
  secureButton,
  signUp,
} from './customer-journey.ts'

test('a session that ended is said so, and after signing in the draft is where it was @desktop', async ({
  page,
}) => {
  const customer = await signUp(page)
  await goToPayment(page)
  const summary = await page.getByRole('region', { name: 'Appointment Summary' }).textContent()
  await fillPayment(page, cards.approved)
  await page.context().clearCookies()
  await secureButton(page).click()
  await expect(page.getByText('Your session has ended. Everything you entered is kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in again' }).click()

  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(page.getByRole('region', { name: 'Appointment Summary' })).toHaveText(summary ?? '')
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  // All but the card itself, which this site never had.
  await fillCard(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
})

test('somebody else who signs in in the same tab sees nothing of the draft @desktop', async ({ page }) => {
  await signUp(page)
  await goToPayment(page)
  await page.context().clearCookies()
  await signUp(page)
  await expect(page.getByText("You don't have any appointments scheduled.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue where you left off' })).toBeHidden()
})
