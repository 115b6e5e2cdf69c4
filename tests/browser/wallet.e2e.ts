import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, testWithOwnProduct } from '../support/product-fixture.ts'
import { answerBank, paymentsOf, tellSandbox } from './booked-customer.ts'
import {
  confirmTime,
  countAppointments,
  expectCardField,
  expectConfirmed,
  goToPayment,
  signUp,
} from './customer-journey.ts'
import { expectSound } from './expect-sound.ts'

const test = testWithOwnProduct()

const frame = (page: Page): Locator => page.locator('iframe[title="Secure express checkout frame"]')
const buttons = (page: Page): FrameLocator => frame(page).contentFrame()
const applePay = (page: Page): Locator => buttons(page).getByRole('button', { name: 'Apple Pay' })
const sheet = (page: Page): FrameLocator => page.frameLocator('iframe[title="Sandbox wallet sheet"]')

/**
 * Presses the wallet's button. Chromium does not lay out a frame outside the window, and gives a press to the
 * page instead of the frame until two animation frames after it scrolled into view.
 */
async function pressApplePay(page: Page): Promise<void> {
  await frame(page).scrollIntoViewIfNeeded()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await applePay(page).click()
}

async function payWith(page: Page, card: string | RegExp): Promise<void> {
  await pressApplePay(page)
  const pay = sheet(page).getByRole('button', { name: 'Pay', exact: true })
  // The sheet moves its choices once it has its texts.
  await expect(pay).toBeEnabled()
  const choice = sheet(page).getByRole('radio', { name: card })
  // A click on a choice that still moves is lost.
  await expect(async () => choice.check({ timeout: 2000 })).toPass()
  await pay.click()
}

test('a wallet is dismissed, declined, and asks the bank; then it books @phone', async ({
  page,
  product,
}) => {
  const customer = await signUp(page)
  await goToPayment(page)
  await expectCardField(page)
  await expect(
    page.getByText('By tapping Secure Appointment, Apple Pay, or Google Pay, you authorize Dashfit'),
  ).toBeVisible()

  // Without a phone number the sheet stays closed.
  await pressApplePay(page)
  await expect(page.getByLabel('Phone Number')).toBeFocused()
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
    'Please enter a valid 10-digit phone number',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('Phone Number').fill('6265550142')

  await pressApplePay(page)
  await expect(sheet(page).getByText('This is a sandbox.')).toBeVisible()
  await expect(sheet(page).getByText('$799.00')).toBeVisible()
  await expect(sheet(page).getByText(/^Smart Connect Premium\. Charged on /)).toBeVisible()
  await expectSound(page, 'the stand-in sheet')
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Apple Pay was closed. Nothing was held.')).toBeVisible()
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  expect(await countAppointments(page, customer)).toBe(0)

  await payWith(page, /declined/)
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toContainText(
    'use another card. Nothing was held.',
  )
  await expectSound(page, 'a declined wallet')

  await payWith(page, /3-D Secure/)
  await answerBank(page, 'Fail')
  await expect(page.getByRole('alert').filter({ hasText: 'unable to authenticate' })).toBeVisible()
  expect(await countAppointments(page, customer)).toBe(0)

  await payWith(page, /3-D Secure/)
  await answerBank(page, 'Complete')
  await expectConfirmed(page)
  await page.goto('/appointments')
  const card = page.getByRole('article')
  await expect(card).toContainText('Visa ending in 3220 (Apple Pay)')
  const list = await page.request.get(`/api/appointments/user/${encodeURIComponent(customer.email)}`)
  const [booked] = (await list.json()) as { id: string }[]
  const payments = await paymentsOf(product, booked?.id ?? '')
  expect(payments.map(({ status }) => status)).toEqual(['requires_capture'])
})

test('without a wallet, or when its buttons do not load, the card form has no gap @desktop', async ({
  page,
  product,
}) => {
  await signUp(page)
  await tellSandbox(product, 'wallets', { applePay: false, googlePay: false })
  await goToPayment(page)
  await expectCardField(page)
  await expect(page.getByText('or use a card')).toHaveCount(0)
  await expect(page.getByText('By tapping Secure Appointment, you authorize Dashfit')).toBeVisible()

  await tellSandbox(product, 'wallets', { applePay: false, googlePay: true })
  await page.goBack()
  await confirmTime(page)
  await expect(buttons(page).getByRole('button', { name: 'Google Pay' })).toBeVisible()
  await expect(
    page.getByText('By tapping Secure Appointment or Google Pay, you authorize Dashfit'),
  ).toBeVisible()

  await tellSandbox(product, 'wallets', { mode: 'load_error' })
  await page.reload()
  await expectCardField(page)
  await expect(page.getByText('or use a card')).toHaveCount(0)
})
