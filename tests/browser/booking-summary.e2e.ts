import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { goToPayment, secureButton, signUp } from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'

const chargeWords = /\$799 ?Held when you book, charged only after the work is done on \w{3} \d+\./

async function expectAbove(control: Locator, bar: Locator) {
  const [box, barBox] = [await control.boundingBox(), await bar.boundingBox()]
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0)
}

async function focusWithKeys(page: Page, control: Locator) {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never reached the control')
}

test('on a phone the bottom bar keeps the total and the day of the charge in view, opens the summary, and covers no focused element @phone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page)
  await goToPayment(page)
  // Only one of the two is visible at a time.
  const bar = page.getByRole('button', { name: chargeWords })
  const inPage = page.getByRole('region', { name: 'Appointment Summary' }).getByText('$799', { exact: true })
  await inPage.scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await secureButton(page).scrollIntoViewIfNeeded()
  await expect(inPage).not.toBeInViewport()
  await expect(bar).toBeInViewport()

  await bar.click()
  const whole = page.getByRole('dialog', { name: 'Appointment Summary' })
  for (const known of ['2013 Audi Q5', 'Smart Connect Premium', 'Alhambra', '$799'])
    await expect(whole).toContainText(known)
  await expectSoundInBothLights(page, 'the open summary')
  await page.keyboard.press('Escape')
  await expect(bar).toBeFocused()

  // The bar's place, once the total above the form has scrolled out of view.
  const place = page.getByRole('button', { name: chargeWords, includeHidden: true })
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('heading', { level: 1 }).focus()
  for (const label of ['Full Name', 'Phone Number', 'Email for Receipt']) {
    await focusWithKeys(page, page.getByLabel(label))
    await expectAbove(page.getByLabel(label), place)
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectAbove(page.getByRole('contentinfo'), bar)
  await secureButton(page).focus()
  await expectAbove(secureButton(page), bar)

  // In landscape on a phone, or at 400 % zoom, the bar is part of the page.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(bar).not.toBeInViewport()

  // In a wide window the summary stays beside the form.
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(bar).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 400))
  const column = page.getByRole('region', { name: 'Appointment Summary' })
  await expect(column.getByRole('heading')).toBeInViewport()
  await expect(column.getByText('$799')).toBeInViewport()
})

test('a selection with details still loading does not count as missing, and nothing moves when they arrive @phone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page)
  await goToPayment(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/packages', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/scheduler?step=package')
  const bar = page.getByRole('button', { name: /^Held when you book/ })
  const place = await bar.boundingBox()
  await bar.click()
  const whole = page.getByRole('dialog', { name: 'Appointment Summary' })
  await expect(whole).toContainText('Alhambra')
  await expect(whole).not.toContainText('Not chosen yet')
  letGo()
  await expect(whole).toContainText('Smart Connect Premium')
  await page.keyboard.press('Escape')
  const known = page.getByRole('button', { name: chargeWords })
  await expect(known).toBeVisible()
  expect(await known.boundingBox()).toEqual(place)
})
