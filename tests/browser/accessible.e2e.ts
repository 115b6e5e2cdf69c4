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
import { expectSound } from './expect-sound.ts'

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
    await expectSound(page, 'cheaper package')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Select Package: Ultra Connect Pro' }).click()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Agree and Change' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expectSound(page, 'dearer package')
    await page.context().setOffline(false)
    await page.keyboard.press('Escape')
    await page.getByRole('article').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel Appointment' }).click()
    await expectSound(page, 'cancellation')
    await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Cancelled' })).toBeVisible()
    await expectSound(page, 'cancelled')
  })
}
