import { expect, test } from '../support/product-fixture.ts'
import { answerBank } from './booked-customer.ts'
import {
  cards,
  countAppointments,
  expectConfirmed,
  fillCard,
  fillPayment,
  goToPayment,
  secureButton,
  signUp,
} from './customer-journey.ts'

test('the bank asks, the customer confirms, and the appointment is booked @whole-desktop', async ({
  page,
}) => {
  const customer = await signUp(page)
  await goToPayment(page)
  await fillPayment(page, cards.asksTheBank)
  await secureButton(page).click()
  await answerBank(page, 'Complete')
  await expectConfirmed(page)
  expect(await countAppointments(page, customer)).toBe(1)
})

test('a failed confirmation shows under the card, and another card books the same time @phone', async ({
  page,
}) => {
  const customer = await signUp(page)
  await goToPayment(page)
  const summary = await page.getByRole('region', { name: 'Appointment Summary' }).textContent()
  await fillPayment(page, cards.asksTheBank)
  await secureButton(page).click()
  await answerBank(page, 'Fail')
  await expect(page.getByText(/unable to authenticate your payment method/i)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Appointment Summary' })).toHaveText(summary ?? '')
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  await fillCard(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
  expect(await countAppointments(page, customer)).toBe(1)
})

test('clicks and digits before the provider’s script is ready are not lost @phone', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.sandboxUrl}/v3/frames/challenge`)
  await expect(page.getByRole('main').getByRole('button', { name: 'Fail' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Complete' })).toBeDisabled()
  await page.goto(`${product.sandboxUrl}/v3/frames/card`)
  await expect(page.getByLabel('Credit or debit card number')).toBeDisabled()
  await context.close()
})
