import { expect, test } from '../support/product-fixture.ts'
import { workUntil } from '../support/work-orders.ts'
import { signUpBooked } from './booked-customer.ts'
import { chooseNewTime } from './customer-journey.ts'
import { expectInView } from './expect-in-view.ts'
import { enter } from './shop-people.ts'
import { expectToastClear } from './toast-place.ts'
import { withWorkingShop } from './working-shop.ts'

/** Puts controls over the page, from its top to far below the window, at its right edge. Runs in the page. */
function fillWithControls({ height, pitch, width }: { height: number; pitch: number; width: string }): void {
  const column = document.createElement('div')
  column.style.cssText = 'position:absolute;inset:0;z-index:-1'
  for (let row = 0; row * pitch < 2400; row += 1) {
    const control = document.createElement('button')
    control.style.cssText = `position:absolute;right:0;top:${row * pitch}px;width:${width};height:${height}px`
    column.append(control)
  }
  document.body.append(column)
  document.body.style.minHeight = '2400px'
}

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
    await page.evaluate(fillWithControls, { height: 40, pitch: 40, width: '100%' })
    await capture.click()
    const toast = page.locator('[data-toast]')
    await expect(toast).toContainText('Error')
    await expect(toast).toContainText(refusal)
    await expect(toast).toBeInViewport({ ratio: 1 })
    await expect(capture).toBeFocused()
    const [message, pressed] = [await toast.boundingBox(), await capture.boundingBox()]
    if (!message || !pressed) throw new Error('No box')
    expect(message.y >= pressed.y + pressed.height || message.y + message.height <= pressed.y).toBe(true)
  })
})

test('the sentence of a failure is in sight at every width, long enough to read it @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'finish')
    await enter(page, product, owner, '/admin')
    const declined =
      'Nothing was charged: the bank declined the Visa ending in 4242. Ask the customer for another card.'
    await page.route('**/capture', (route) =>
      route.fulfill({ status: 402, headers: { 'x-refusal': 'card_declined' }, json: { error: declined } }),
    )
    await page.clock.install()
    const toast = page.locator('[data-toast]')
    // Rows with a button at the right leave room for one line below each other, or for none.
    for (const [width, pitch] of [
      [1440, 110],
      [1280, 60],
      [1024, 60],
      [390, 110],
      [390, 60],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/admin')
      const capture = page.getByRole('button', { name: 'Capture Payment' }).filter({ visible: true })
      await expect(capture).toBeVisible()
      await page.evaluate(fillWithControls, { height: 40, pitch, width: '200px' })
      await capture.click()
      const sentence = toast.getByText(declined)
      await expect(sentence).toBeInViewport({ ratio: 1 })
      // Not hidden in a box of one pixel.
      expect((await sentence.boundingBox())?.height, `at ${width}, every ${pitch}`).toBeGreaterThan(14)
      if (width > 390) await expectToastClear(page)
      await page.clock.fastForward(12_000)
      await expect(sentence).toBeVisible()
      await page.clock.fastForward(6_000)
      await expect(toast).toBeHidden()
    }
    // Over a dialog too, not behind it.
    await page.goto(`/admin?appointment=${jobId}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Charge $499' }).click()
    const overDialog = toast.getByText(declined)
    await expect(overDialog).toBeInViewport({ ratio: 1 })
    // The card, as its title may stand on the first line of the sentence.
    await expectInView(toast)
    await page.getByRole('button', { name: 'Dismiss' }).click({ timeout: 5_000 })
    await expect(toast).toBeHidden()
  })
})
