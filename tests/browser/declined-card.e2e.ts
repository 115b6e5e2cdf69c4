import { expect, test } from '../support/product-fixture.ts'
import {
  cards,
  countAppointments,
  expectCardField,
  expectConfirmed,
  fillCard,
  fillPayment,
  goToPayment,
  secureButton,
  signUp,
} from './customer-journey.ts'

test('a declined card shows the provider’s message, keeps the inputs, and another card books @phone', async ({
  page,
}) => {
  const customer = await signUp(page)
  await goToPayment(page)
  await fillPayment(page, cards.declined)
  await secureButton(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Card Details' })).toHaveAccessibleDescription(
    'Your card was declined.',
  )
  await expect(
    page
      .frameLocator('iframe[title="Secure card payment input frame"]')
      .getByLabel('Credit or debit card number'),
  ).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveValue(customer.name)
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  expect(await countAppointments(page, customer)).toBe(0)

  await fillCard(page, cards.approved)
  await expect(page.getByText('Your card was declined.')).toBeHidden()
  await secureButton(page).click()
  await expectConfirmed(page)
  expect(await countAppointments(page, customer)).toBe(1)
})

test('invalid contact details show beside their fields before anything is sent @phone', async ({ page }) => {
  await signUp(page)
  await goToPayment(page)
  await expectCardField(page)
  await page.getByLabel('Full Name').fill('  ')
  await page.getByLabel('Phone Number').fill('626555')
  await page.getByLabel('Email for Receipt').fill('pat@')
  await secureButton(page).click()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Please enter your full name')
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
    'Please enter a valid 10-digit phone number',
  )
  await expect(page.getByLabel('Email for Receipt')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  await page.getByLabel('Full Name').fill('Pat')
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('')
})
