import { expect } from '../support/product-fixture.ts'
import { paymentsOf } from './booked-customer.ts'
import { dismissToast } from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { signInAdministrator } from './shop-people.ts'
import {
  agreeToCharge,
  book,
  cancelByHand,
  captureByHand,
  captureIn,
  openShop,
  searchFor,
  signInAsStaff,
  test,
} from './staff-journey.ts'

test('a payment is captured once, however often the button is pressed @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product)
  await signInAsStaff(page)
  const row = await searchFor(page, job)
  await expect(row).toContainText('Authorized')
  await row.getByRole('button', { name: 'Capture Payment' }).click()
  const question = page.getByRole('dialog', { name: 'Charge $499 to the Visa ending in 4242?' })
  await expect(question).toContainText('No work is recorded yet.')
  await question.getByRole('button', { name: 'Don’t charge' }).click()
  await expect(row).toContainText('Authorized')
  await row.getByRole('button', { name: 'Capture Payment' }).click()
  await question.getByRole('button', { name: 'Charge $499' }).dblclick()
  await expect(page.getByText('Payment Captured')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Payment has been successfully captured')).toBeVisible()
  await expect(row).toContainText('Completed')
  await expect(row.getByRole('button', { name: 'Payment Completed' })).toBeDisabled()
  // A press in the row's last cell does not open the details.
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await paymentsOf(product, job.id)).map(({ status }) => status)).toEqual(['succeeded'])
})

test('a cancellation first says that the hold is released, keeps on Enter, and cancels on its button @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product)
  await signInAsStaff(page)
  const row = await searchFor(page, job)
  await row.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(
    'We’ll release the hold of $499 on the Visa ending in 4242. The customer won’t be charged.',
  )
  await expect(question.getByRole('button', { name: 'Keep appointment' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(row.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(row).toContainText('Authorized')

  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Cancel appointment' }).dblclick()
  await expect(page.getByText('Appointment Cancelled')).toBeVisible()
  await expect(page.getByText('The appointment has been cancelled')).toBeVisible()
  await dismissToast(page)
  await expect(row).toContainText('Cancelled')
  expect((await paymentsOf(product, job.id)).map(({ status }) => status)).toEqual(['canceled'])

  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('This appointment is already cancelled.')).toBeVisible()
  await expect(question).toBeHidden()
})

test('an administrator refunds a captured payment after confirming it @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product)
  await signInAsStaff(page)
  const row = await searchFor(page, job)
  // Captured without a reload: the confirmation uses the current payment, not the row.
  await captureByHand(product, job)
  await expect(row).toContainText('Authorized')
  // A narrow column cuts the address, and its title has it whole.
  await expect(row.getByTitle(job.email, { exact: true })).toHaveText(job.email)
  await row.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('We’ll refund the captured $499 in full to the Visa ending in 4242.')
  const refund = question.getByRole('button', { name: 'Cancel and refund' })
  await expect(refund).toBeDisabled()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectSoundInBothLights(page, 'the question before a refund')
  await question.getByLabel('Yes, refund $499 in full').check()
  await refund.click()
  await expect(page.getByText('The appointment has been cancelled')).toBeVisible()
  await expect(row).toContainText('Cancelled')
  const answer = await fetch(`${product.sandboxUrl}/sandbox/payments.json`)
  const payments = (await answer.json()) as {
    metadata: { appointment_id: string }
    latest_charge: { amount_refunded: number } | null
  }[]
  const payment = payments.find(({ metadata }) => metadata.appointment_id === job.id)
  expect(payment?.latest_charge?.amount_refunded).toBe(49_900)
})

test('a shop cannot refund, nor capture before the car has arrived or the start @desktop', async ({
  page,
  product,
}) => {
  const shop = await openShop(product, 'Glendale Dashboards')
  const early = await book(product, { name: 'Early Bird', shopId: shop.id })
  const done = await book(product, { name: 'All Done', shopId: shop.id, day: 'last' })
  await captureByHand(product, done)
  await signInAsStaff(page, shop)

  const earlyRow = await searchFor(page, early)
  await expect(earlyRow.getByRole('button', { name: 'Capture Payment' })).toBeDisabled()
  await earlyRow.getByRole('button', { name: /, details$/ }).click()
  const details = page.getByRole('dialog', { name: 'Appointment Details' })
  await expect(details.getByRole('button', { name: 'Cancel appointment' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Capture Payment' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  const doneRow = await searchFor(page, done)
  await doneRow.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Cancelling would refund $499, which only an administrator can do.')
  await expect(question.getByRole('button', { name: /refund|Cancel appointment/ })).toHaveCount(0)
  await question.getByRole('button', { name: 'Keep appointment' }).click()
  await expect(doneRow).toContainText('Completed')
})

test('offline, capture and cancellation say that the outcome is unknown, and pressing again works @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product)
  await signInAsStaff(page)
  const row = await searchFor(page, job)
  await row.getByRole('button', { name: 'Capture Payment' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.context().setOffline(true)
  await agreeToCharge(page)
  await expect(page.getByText('We don’t know yet whether the payment was captured')).toBeVisible()
  await page.context().setOffline(false)
  await dismissToast(page)
  await row.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('We’ll release the hold')
  await page.context().setOffline(true)
  await question.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(question.getByRole('alert')).toContainText(
    'We don’t know yet whether the appointment is cancelled',
  )
  await expect(page.getByText('Failed to cancel appointment')).toBeVisible()
  await page.context().setOffline(false)
  await question.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByText('The appointment has been cancelled')).toBeVisible()
  await expect(row).toContainText('Cancelled')
})

test('an appointment cancelled meanwhile is not captured, and the row catches up @desktop @whole', async ({
  page,
  product,
}) => {
  const job = await book(product)
  await signInAsStaff(page)
  const row = await searchFor(page, job)
  await cancelByHand(product, job)
  await captureIn(row)
  await expect(page.getByText('This appointment is cancelled.')).toBeVisible()
  await expect(row).toContainText('Cancelled')
  const admin = await signInAdministrator(product)
  expect((await admin.get(`/api/admin/appointments/${job.id}`)).body.capturedCents).toBe(0)
})

test('the cancellation of an unconfirmed appointment mentions neither money nor mail @desktop @whole', async ({
  page,
  product,
}) => {
  const job = await book(product, { card: 'pm_card_authenticationRequired', leavesBankOpen: true })
  await signInAsStaff(page)
  const row = await searchFor(page, job)
  await expect(row).toContainText('Pending')
  await expect(row.getByRole('button', { name: 'Payment Pending' })).toBeDisabled()
  await row.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('There’s no hold and no charge.')
  await expect(question).not.toContainText('email')
  await question.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(row).toContainText('Cancelled')
  expect((await paymentsOf(product, job.id)).map(({ status }) => status)).toEqual(['canceled'])
})

test('a second click at one spot captures no other appointment when the rows move up @desktop', async ({
  page,
  product,
}) => {
  const { id: shopId } = await openShop(product, `Two Rows ${Date.now()}`)
  const jobs = [await book(product, { shopId }), await book(product, { shopId, day: 'last' })]
  const administrator = await signInAdministrator(product)
  await signInAsStaff(page)
  // The mouse clicks without scrolling, so the whole page has to be in view.
  await page.setViewportSize({ width: 1440, height: 3000 })
  await page.goto(`/admin?shop=${shopId}&status=authorized`)
  const buttons = page.getByRole('button', { name: 'Capture Payment' })
  await expect(buttons).toHaveCount(2)
  const box = await buttons.first().boundingBox()
  const spot = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 }
  await page.mouse.click(spot.x, spot.y)
  await agreeToCharge(page)
  // The captured row leaves the list, and the other one slides under the pointer.
  await expect(buttons).toHaveCount(1)
  await page.mouse.click(spot.x, spot.y)
  await expect(page.getByText('Payment Captured')).toBeVisible()
  const states = await Promise.all(
    jobs.map(async ({ id }) => (await administrator.get(`/api/admin/appointments/${id}`)).body.paymentStatus),
  )
  expect(new Set(states)).toEqual(new Set(['authorized', 'completed']))
  // Control: a click at another spot of the same button captures, wherever the row stands by now.
  const left = await buttons.first().boundingBox()
  await page.keyboard.press('Escape')
  await page.mouse.click((left?.x ?? 0) + 60, (left?.y ?? 0) + 20)
  await agreeToCharge(page)
  await expect(buttons).toHaveCount(0)
})
