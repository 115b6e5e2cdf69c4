import { expect, test } from '../support/product-fixture.ts'
import { signUpBooked } from './booked-customer.ts'
import {
  cards,
  chooseFreeTime,
  chooseNewTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  expectConfirmed,
  fillPayment,
  secureButton,
  selectPackage,
  signUp,
  dismissToast,
} from './customer-journey.ts'
import { expectSound, expectSoundAtEachWidth, findAxeFaults } from './expect-sound.ts'

test('every screen of the booking passes axe and never scrolls sideways', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page)
  await expectSoundAtEachWidth(page, 'empty list')
  await chooseVehicle(page)
  await expectSoundAtEachWidth(page, 'package')
  await page.goBack()
  await page.getByLabel('Vehicle VIN').fill('WA1VAAF77JD031778')
  await expect(page.getByText('This VIN belongs to a 2018 Audi Q7.')).toBeVisible()
  await expectSoundAtEachWidth(page, 'vehicle with what its number says')
  await page.goForward()
  await choosePackage(page)
  await chooseFreeTime(page)
  await expectSoundAtEachWidth(page, 'schedule')
  await confirmTime(page)
  await secureButton(page).click()
  await fillPayment(page, cards.approved)
  await expectSoundAtEachWidth(page, 'payment')
  await secureButton(page).click()
  await expectConfirmed(page)
  await expectSoundAtEachWidth(page, 'confirmed')
})

test('every change of an appointment passes axe and never scrolls sideways', async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUpBooked(page, product)
  await expectSoundAtEachWidth(page, 'an appointment')
  await page.getByRole('button', { name: 'Reschedule' }).click()
  // The first, where the longest package fits as well.
  await chooseNewTime(page, 'first')
  await expectSoundAtEachWidth(page, 'reschedule')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  // It stays while it has the focus.
  await page.getByRole('button', { name: 'Dismiss' }).focus()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectSound(page, `a notice in ${colorScheme}`)
  }
  await page.getByRole('button', { name: 'Dismiss' }).click()
  // Before its timeout.
  await expect(page.getByText('Appointment rescheduled')).toBeHidden({ timeout: 4_000 })
  await page.getByRole('button', { name: 'Change Package' }).click()
  await expect(page.getByText('Your current package')).toBeVisible()
  // Each card has its line under the price, so that the buttons align.
  await expect(page.getByText(/^(Your price now|\$\d+ (less|more) than now)$/)).toHaveCount(3)
  await expectSoundAtEachWidth(page, 'change package')
  await selectPackage(page, 'Smart Connect Essential')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSoundAtEachWidth(page, 'cheaper package')
  await page.keyboard.press('Escape')
  await selectPackage(page, 'Ultra Connect Pro')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Agree and Change' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expectSoundAtEachWidth(page, 'dearer package')
  await page.context().setOffline(false)
  await page.keyboard.press('Escape')
  await page.getByRole('article').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expectSoundAtEachWidth(page, 'cancellation')
  await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await dismissToast(page)
  await expect(page.getByRole('region', { name: 'Cancelled' })).toBeVisible()
  await expectSoundAtEachWidth(page, 'cancelled')
})

test('control: low contrast, a button without a name and a small target are found @phone', async ({
  page,
}) => {
  await page.goto('/')
  expect(await findAxeFaults(page)).toEqual([])
  await page.evaluate(() => {
    const pale = document.createElement('p')
    pale.textContent = 'Hardly seen'
    pale.style.cssText = 'color: #ccc; background: #fff'
    const nameless = document.createElement('button')
    const tiny = ['A', 'B'].map((name) => {
      const target = document.createElement('button')
      target.textContent = name
      target.style.cssText =
        'display: block; width: 9px; height: 9px; min-height: 0; padding: 0; overflow: hidden'
      return target
    })
    // Outside the root, which React may still hydrate.
    document.body.prepend(pale, nameless, ...tiny)
  })
  const found = (await findAxeFaults(page)).map((fault) => fault.split(':')[0])
  expect(found).toEqual(expect.arrayContaining(['color-contrast', 'button-name', 'target-size']))
})
