import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import {
  cards,
  chooseFreeTime,
  chooseNewTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  dismissToast,
  expectConfirmed,
  fillPayment,
  secureButton,
  signUp,
} from './customer-journey.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen of the booking passes axe in ${colorScheme} and never scrolls sideways`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signUp(page)
    await expectSound(page, 'empty list')
    await chooseVehicle(page)
    await expectSound(page, 'package')
    await page.goBack()
    await expectSound(page, 'vehicle')
    await page.goForward()
    await choosePackage(page)
    await chooseFreeTime(page)
    await expectSound(page, 'schedule')
    await confirmTime(page)
    await secureButton(page).click()
    await fillPayment(page, cards.approved)
    await expectSound(page, 'payment')
    await secureButton(page).click()
    await expectConfirmed(page)
    await expectSound(page, 'confirmed')
    await page.getByRole('link', { name: 'See my appointments' }).click()
    await page.getByRole('button', { name: 'Reschedule' }).click()
    await chooseNewTime(page)
    await expectSound(page, 'reschedule')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await dismissToast(page)
    await page.getByRole('button', { name: 'Change Package' }).click()
    await expect(page.getByText('Your present package')).toBeVisible()
    await expectSound(page, 'change package')
    await page.getByRole('button', { name: 'Select Package: Smart Connect Essential' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSound(page, 'agreement')
  })
}

async function expectSound(page: Page, screen: string) {
  const { violations } = await new AxeBuilder({ page })
    // The card frame is the provider's page: it has no ground of its own, so its contrast cannot be judged from inside.
    .exclude('iframe')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, screen).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider, `${screen} is wider than the window`).toBeLessThanOrEqual(0)
}
