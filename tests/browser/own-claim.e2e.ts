import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { answerBank } from './booked-customer.ts'
import {
  cards,
  chooseFreeTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  countAppointments,
  expectConfirmed,
  fillPayment,
  secureButton,
  signUp,
  timeRadios,
} from './customer-journey.ts'
import { withOpenShop } from './shop-people.ts'

/** Leaves the payment while the bank asks, by a reload, and goes back to the schedule. */
async function reloadDuringBankCheck(page: Page): Promise<void> {
  await chooseVehicle(page)
  await choosePackage(page, 'Smart Connect Essential')
  await chooseFreeTime(page, 'One Bay')
  await confirmTime(page)
  await fillPayment(page, cards.asksTheBank)
  await secureButton(page).click()
  await expect(page.locator('iframe[title="3D Secure 2 Test Page"]')).toBeVisible()
  await page.reload()
  await expect(
    page.getByText(/is held for you until \d+:\d\d [AP]M P[SD]T\. Tap Secure Appointment/),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to Schedule' }).click()
}

test('a slot that one’s own unfinished payment keeps is said to be held, and leads on @phone', async ({
  page,
  product,
}) => {
  const customer = await signUp(page)
  await withOpenShop(product, { businessName: 'One Bay' }, async () => {
    await reloadDuringBankCheck(page)
    await expect(
      page.getByText(/is held for you until \d+:\d\d [AP]M P[SD]T\. The payment isn’t fin/),
    ).toBeVisible()
    await expect(page.getByText(/no longer available|taken/i)).toHaveCount(0)
    await expect(timeRadios(page).and(page.getByRole('radio', { checked: true }))).toBeEnabled()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await secureButton(page).click()
    await answerBank(page, 'Complete')
    await expectConfirmed(page)
    expect(await countAppointments(page, customer)).toBe(1)
  })
})

test('another time replaces the slot of an unfinished payment @phone', async ({ page, product }) => {
  const customer = await signUp(page)
  await withOpenShop(product, { businessName: 'One Bay' }, async () => {
    await reloadDuringBankCheck(page)
    await expect(page.getByText(/is held for you until/)).toBeVisible()
    const free = timeRadios(page).and(page.getByRole('radio', { disabled: false, checked: false }))
    // The next hour lies within the time that the unfinished payment keeps.
    await free.first().check()
    await confirmTime(page)
    await expect(page.getByText(/held for you|don’t know yet/)).toHaveCount(0)
    await fillPayment(page, cards.approved)
    await secureButton(page).click()
    await expectConfirmed(page)
    expect(await countAppointments(page, customer)).toBe(1)
  })
})
