import { expect, test } from '../support/product-fixture.ts'
import { signUpBooked } from './booked-customer.ts'
import { chooseNewTime } from './customer-journey.ts'
import { expectToastClear } from './toast-place.ts'

test('a toast covers no control of the page or of a dialog, and stays under the pointer and with the focus @phone', async ({
  page,
  product,
}) => {
  await signUpBooked(page, product)
  await page.clock.install()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await chooseNewTime(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const toast = page.locator('[data-toast]')
  await expect(toast).toContainText('Appointment rescheduled')
  await expectToastClear(page)
  await page.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(toast).toBeInViewport({ ratio: 1 })
  await expectToastClear(page)
  await page.keyboard.press('Escape')
  for (const y of [200, 700, 1500]) {
    await page.evaluate((to) => window.scrollTo(0, to), y)
    await expectToastClear(page)
  }
  await page.getByRole('button', { name: 'Dismiss' }).focus()
  await toast.hover()
  await page.clock.fastForward(20_000)
  await expect(toast).toBeVisible()
  // The focus holds it alone, then nothing does.
  await page.mouse.move(0, 0)
  await page.clock.fastForward(20_000)
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).blur()
  await page.clock.fastForward(6_000)
  await expect(toast).toBeHidden()
})
