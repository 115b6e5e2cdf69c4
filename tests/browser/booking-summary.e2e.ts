import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { goToPayment, secureButton, signUp } from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'

const chargeWords = /We hold this amount when you book\. You’re charged after the work on \w{3} \d+\./

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

test('on a phone the bottom bar holds the total and the button of the step, opens the summary, and covers no focused element @phone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page)
  await goToPayment(page)
  const bar = page.getByRole('button', { name: '$799 Summary' })
  for (const place of [0, 100_000]) {
    await page.evaluate((top) => window.scrollTo(0, top), place)
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(secureButton(page)).toBeInViewport({ ratio: 1 })
  }

  await bar.click()
  const whole = page.getByRole('dialog', { name: 'Appointment Summary' })
  for (const known of ['2013 Audi Q5', 'Smart Connect Premium', 'Alhambra', '$799', chargeWords])
    await expect(whole).toContainText(known)
  await expectSoundInBothLights(page, 'the open summary')
  await page.keyboard.press('Escape')
  await expect(bar).toBeFocused()

  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('heading', { level: 1 }).focus()
  for (const label of ['Full Name', 'Phone Number', 'Email for Receipt']) {
    await focusWithKeys(page, page.getByLabel(label))
    await expectAbove(page.getByLabel(label), bar)
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectAbove(page.getByRole('contentinfo'), bar)

  // In landscape on a phone, or at 400 % zoom, the bar is part of the page.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(bar).not.toBeInViewport()

  // In a wide window the summary stays beside the form, and the button below it.
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(bar).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 400))
  const column = page.getByRole('region', { name: 'Appointment Summary' })
  await expect(column.getByRole('heading')).toBeInViewport()
  await expect(column.getByText('$799')).toBeInViewport()
  await expect(secureButton(page)).toBeVisible()
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
  const bar = page.getByRole('button', { name: /^We hold this amount when you book/ })
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
