import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { cards, expectConfirmed, signUp } from './customer-journey.ts'
import { tabTo } from './tab-to.ts'

async function expectHeading(page: Page, name: string) {
  await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeFocused()
}

test('an installation is booked with the keyboard alone @whole-phone', async ({ page }) => {
  await signUp(page)
  await tabTo(page, 'button', /Schedule New Appointment/)
  await page.keyboard.press('Enter')

  await expectHeading(page, 'Schedule a New Appointment')
  // A native select takes the letters of an option.
  await tabTo(page, 'combobox', /Vehicle Year/)
  await page.keyboard.type('2021')
  await tabTo(page, 'combobox', /Vehicle Make/)
  await page.keyboard.type('Audi')
  await tabTo(page, 'combobox', /Vehicle Model/)
  await page.keyboard.type('Q5')
  await tabTo(page, 'textbox', /Vehicle VIN/)
  await page.keyboard.type('wa1vaaf77jd031778')
  await expect(page.getByText('This VIN belongs to a 2018 Audi Q7.')).toBeVisible()
  await tabTo(page, 'button', /Use 2018 Audi Q7/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('VIN matches a 2018 Audi Q7.')).toBeVisible()
  await expect(page.getByLabel('Vehicle Year')).toHaveValue('2018')
  await expect(page.getByLabel('Vehicle VIN')).toBeFocused()
  await tabTo(page, 'button', /Continue to Package Selection/)
  await page.keyboard.press('Enter')

  await expectHeading(page, 'Select Your Upgrade Package')
  await tabTo(page, 'button', /Select Package: Smart Connect Essential/)
  await page.keyboard.press('Enter')

  await expectHeading(page, 'Schedule Your Installation')
  await tabTo(page, 'radio', /Alhambra/)
  // Tab reaches the first of the days.
  await tabTo(page, 'radio', /^Monday|^Tuesday|^Wednesday|^Thursday|^Friday/)
  await page.keyboard.press('Space')
  // Arrow keys move over the days until one has a free start, which Tab then reaches.
  const free = page.getByRole('group', { name: 'Select a Time Slot' }).getByRole('radio', { disabled: false })
  await expect(page.getByRole('group', { name: 'Select a Time Slot' }).getByRole('radio')).toHaveCount(8)
  for (let day = 1; day < 10 && (await free.count()) === 0; day += 1) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('group', { name: 'Select a Time Slot' }).getByRole('radio')).toHaveCount(8)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await tabTo(page, 'button', /Confirm Appointment/)
  await page.keyboard.press('Enter')

  await expectHeading(page, 'Complete Your Purchase')
  await tabTo(page, 'textbox', /Phone Number/)
  await page.keyboard.type('6265550142')
  await tabTo(page, 'textbox', /Email for Receipt/)
  await tabTo(page, 'textbox', /Note for the shop/)
  const cardNumber = page
    .frameLocator('iframe[title="Secure card payment input frame"]')
    .getByLabel('Credit or debit card number')
  await expect(cardNumber).toBeEnabled()
  const wallets = page.frameLocator('iframe[title="Secure express checkout frame"]')
  for (const wallet of ['Apple Pay', 'Google Pay']) {
    await page.keyboard.press('Tab')
    await expect(wallets.getByRole('button', { name: wallet })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(cardNumber).toBeFocused()
  await page.keyboard.type(cards.approved)
  await page.keyboard.type('1234')
  await page.keyboard.type('123')
  await page.keyboard.press('Tab')
  await expect(page.locator('summary', { hasText: 'How the hold works' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Secure Appointment' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectConfirmed(page)
  await expectHeading(page, 'Installation Appointment Confirmed!')
})
