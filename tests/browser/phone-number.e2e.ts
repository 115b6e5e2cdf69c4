import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { cards, expectConfirmed, fillCard, goToPayment, secureButton, signUp } from './customer-journey.ts'

const shown = '(626) 555-0199'
const forms = ['+1 (626) 555-0199', '1 626 555 0199', '626.555.0199', '6265550199']

const phone = (page: Page) => page.getByLabel('Phone Number')

/** As a paste at the cursor: one input event with the whole text. */
async function paste(page: Page, text: string): Promise<void> {
  await phone(page).focus()
  await page.keyboard.insertText(text)
}

/** As the browser's autofill: the value is set at once, then the events of an input come. */
async function autofill(page: Page, text: string): Promise<void> {
  await phone(page).evaluate((field, value) => {
    const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    property?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }, text)
}

test('a US number typed, pasted or auto-filled in any usual form is booked as it is; others are refused in words @desktop', async ({
  page,
}) => {
  const customer = await signUp(page)
  await goToPayment(page)
  for (const form of forms)
    for (const enter of [paste, autofill]) {
      await phone(page).fill('')
      await enter(page, form)
      await expect(phone(page)).toHaveValue(shown)
    }
  await phone(page).fill('')
  await phone(page).pressSequentially('62655501995')
  const sentence = page.getByText('Please enter a valid 10-digit phone number')
  await expect(phone(page)).toHaveValue('(626) 555-01995')
  await expect(sentence).toBeVisible()
  await phone(page).press('Backspace')
  await expect(phone(page)).toHaveValue(shown)
  await expect(sentence).toBeHidden()

  await fillCard(page, cards.approved)
  await phone(page).fill('+44 20 7946 0958')
  await expect(phone(page)).toHaveValue('+44 20 7946 0958')
  await phone(page).fill('026 555 0199')
  await secureButton(page).click()
  await expect(sentence).toBeVisible()

  await phone(page).fill('')
  await phone(page).pressSequentially('+1 (626) 555-0199')
  await secureButton(page).click()
  await expectConfirmed(page)
  await expect(page.getByText(shown)).toBeVisible()
  const list = await page.request.get(`/api/appointments/user/${encodeURIComponent(customer.email)}`)
  expect(JSON.stringify(await list.json())).toContain('6265550199')
})

test('a VIN pasted with separators is read; a longer text stays visible and is refused @desktop', async ({
  page,
}) => {
  await signUp(page)
  await page.getByRole('button', { name: 'Schedule New Appointment' }).click()
  const vin = page.getByLabel('Vehicle VIN')
  await vin.focus()
  await page.keyboard.insertText('*wba-ju7c51 kb123456*')
  await expect(vin).toHaveValue('WBAJU7C51KB123456')
  await expect(page.getByText('Please enter a valid 17-character VIN')).toBeHidden()
  await vin.fill('')
  await page.keyboard.insertText('VIN: WBAJU7C51KB123456')
  await expect(vin).toHaveValue('VIN:WBAJU7C51KB123456')
  await expect(page.getByText('Please enter a valid 17-character VIN')).toBeVisible()
})
