import { expect, test } from '../support/product-fixture.ts'
import { comeBackUnnoticed } from './come-back.ts'
import {
  cards,
  chooseFreeTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  countAppointments,
  expectCardField,
  expectConfirmed,
  fillCard,
  fillPayment,
  goToPayment,
  secureButton,
  signUp,
} from './customer-journey.ts'

type Fault = { mode: string; count?: number; delayMs?: number }

async function setFault(sandboxUrl: string, fault: Fault): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function remainingFaults(sandboxUrl: string): Promise<number | null> {
  const plan = (await (await fetch(`${sandboxUrl}/sandbox/faults`)).json()) as { count: number | null }
  return plan.count
}

test.afterEach(({ product }) => setFault(product.sandboxUrl, { mode: 'none' }))

test('when the card provider is unreachable the button can be pressed again and books once @desktop', async ({
  page,
  product,
}) => {
  const customer = await signUp(page)
  await goToPayment(page)
  await fillPayment(page, cards.approved)
  // The card is still accepted, slowly; the provider is gone by the time of the hold.
  await setFault(product.sandboxUrl, { mode: 'slow', count: 1, delayMs: 3000 })
  await secureButton(page).click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect.poll(() => remainingFaults(product.sandboxUrl)).toBe(0)
  await setFault(product.sandboxUrl, { mode: 'error_before' })

  await expect(page.getByText('We don’t know yet whether your appointment was booked.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  // Even a reloaded page knows the order without a known outcome.
  await page.reload()
  await expect(page.getByText('Tap Secure Appointment again')).toContainText('is held for you until')

  await setFault(product.sandboxUrl, { mode: 'none' })
  await secureButton(page).click()
  await expectConfirmed(page)
  expect(await countAppointments(page, customer)).toBe(1)
})

test('offline nothing is lost, and the same press works after reconnecting @desktop', async ({ page }) => {
  const customer = await signUp(page)
  await goToPayment(page)
  await fillPayment(page, cards.approved)
  await page.context().setOffline(true)
  await secureButton(page).click()
  await expect(page.getByText(/No connection|network/i)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  await secureButton(page).dblclick()
  await expectConfirmed(page)
  expect(await countAppointments(page, customer)).toBe(1)
})

test('a card form that was asked for offline loads by itself once online, with all inputs @phone', async ({
  page,
}) => {
  const customer = await signUp(page)
  await chooseVehicle(page)
  await choosePackage(page)
  await chooseFreeTime(page)
  // The code of the payment step is loaded ahead.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await confirmTime(page)
  await page.getByLabel('Phone Number').fill('6265550142')
  await secureButton(page).click()
  await expect(page.getByText('The card form is still loading.')).toBeVisible()
  await page.context().setOffline(false)
  await expectCardField(page)
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  await fillCard(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
  expect(await countAppointments(page, customer)).toBe(1)
})

test('the list and the times say so when they cannot be loaded, and load on Try again @phone @whole', async ({
  page,
}) => {
  await comeBackUnnoticed(page)
  await signUp(page)
  await expect(page.getByText("You don't have any appointments scheduled.")).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert').getByText(/No connection/)).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText("You don't have any appointments scheduled.")).toBeVisible()
})
