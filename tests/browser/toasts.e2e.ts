import { expect, test } from '../support/product-fixture.ts'
import { workUntil } from '../support/work-orders.ts'
import { signUpBooked } from './booked-customer.ts'
import { chooseNewTime } from './customer-journey.ts'
import { enter } from './shop-people.ts'
import { expectToastClear } from './toast-place.ts'
import { withWorkingShop } from './working-shop.ts'

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

test('a refusal is in view where controls fill the window, and does not cover the pressed one @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'finish')
    await enter(page, product, owner, '/admin')
    const refusal = 'The payment can be captured once the car has arrived or the appointment has started.'
    await page.route('**/capture', (route) =>
      route.fulfill({ status: 409, headers: { 'x-refusal': 'not_yet_started' }, json: { error: refusal } }),
    )
    const capture = page.getByRole('button', { name: 'Capture Payment' })
    await expect(capture).toBeVisible()
    // As in a list of many rows: controls from the top of a page to its end, far below the window.
    await page.evaluate(() => {
      const column = document.createElement('div')
      column.style.cssText = 'position:absolute;inset:0;z-index:-1'
      for (let row = 0; row < 60; row += 1) {
        const control = document.createElement('button')
        control.style.cssText = 'display:block;width:100%;height:40px'
        column.append(control)
      }
      document.body.append(column)
      document.body.style.minHeight = '2400px'
    })
    await capture.click()
    const toast = page.locator('[data-toast]')
    await expect(toast).toContainText('Not charged')
    await expect(toast).toContainText(refusal)
    await expect(toast).toBeInViewport({ ratio: 1 })
    await expect(capture).toBeFocused()
    const [message, pressed] = [await toast.boundingBox(), await capture.boundingBox()]
    if (!message || !pressed) throw new Error('No box')
    expect(message.y >= pressed.y + pressed.height || message.y + message.height <= pressed.y).toBe(true)
  })
})
