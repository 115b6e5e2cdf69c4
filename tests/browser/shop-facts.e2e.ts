import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import {
  chooseFreeTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  expectCardField,
  expectConfirmed,
  fillPayment,
  cards,
  secureButton,
  signUp,
} from './customer-journey.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { enter, withOpenShop } from './shop-people.ts'

/** From My Appointments to the payment step, at the shop with this name. */
async function goToPaymentAt(page: Page, shop: string): Promise<void> {
  await chooseVehicle(page)
  await choosePackage(page, 'Smart Connect Essential')
  await chooseFreeTime(page, shop)
  await confirmTime(page)
}

test('a shop edits its page, and a customer sees it beside the card and on the appointment @desktop', async ({
  page,
  product,
}) => {
  const businessName = 'Third Gear'
  await withOpenShop(product, { businessName }, async ({ shop }) => {
    await enter(page, product, shop, '/admin?view=shop')
    const own = page.getByRole('region', { name: 'Your page' })
    const preview = own.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText(businessName)
    await expect(preview).not.toContainText('License number')
    await own.getByLabel('Phone').fill('62')
    await own.getByLabel('License number').fill('ARD00123456')
    await own.getByLabel('Warranty').fill('12 months on parts and labor.\nWe come to you.')
    await own.getByLabel('Parking').fill('Free, behind the shop')
    await own.getByRole('button', { name: 'Save your page' }).click()
    await expect(own.getByText('Please enter a valid 10-digit phone number')).toBeVisible()
    await own.getByLabel('Phone').fill('626-555-0100')
    await expect(preview).toContainText('(626) 555-0100')
    await expect(preview).toContainText('12 months on parts and labor. We come to you.')
    await own.getByRole('button', { name: 'Save your page' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your page is saved' })).toBeVisible()
    await expectSoundAtEachWidth(page, 'the page of a shop in its settings')

    await page.context().clearCookies()
    await signUp(page)
    await goToPaymentAt(page, businessName)
    const trust = page.getByRole('region', { name: 'Before you pay' })
    const call = trust.getByRole('link', { name: '(626) 555-0100' })
    await expect(call).toHaveAttribute('href', 'tel:+16265550100')
    for (const text of [
      '1 Garage Lane, Pasadena, CA',
      'ARD00123456',
      '12 months on parts and labor. We come to you.',
      "If we say it fits and it doesn't, you pay nothing.",
      'Cancel for free until your appointment starts.',
      'The price includes parts, labor and tax.',
      'Your available balance drops by $499 until we charge or release the hold.',
    ])
      await expect(trust).toContainText(text)

    await expectCardField(page)
    await fillPayment(page, cards.approved)
    const opening = page.waitForEvent('popup')
    await trust.getByRole('link', { name: 'Refunds (opens in a new tab)' }).click()
    const refunds = await opening
    await expect(refunds.getByRole('heading', { level: 1, name: 'Refunds' })).toBeVisible()
    await refunds.close()
    await expectSoundAtEachWidth(page, 'payment beside what the shop says')
    await secureButton(page).click()
    await expectConfirmed(page)
    await expect(page.getByRole('link', { name: '(626) 555-0100' })).toBeVisible()
    await page.getByRole('link', { name: 'See my appointments' }).click()
    const card = page.getByRole('article')
    await expect(card.getByRole('link', { name: '(626) 555-0100' })).toBeVisible()
    await expect(card).toContainText('Free, behind the shop')
  })
})

test('a shop without facts shows none of them, and the policies are a press away @phone', async ({
  page,
}) => {
  await signUp(page)
  await goToPaymentAt(page, 'Alhambra Auto Sports')
  const trust = page.getByRole('region', { name: 'Before you pay' })
  await expect(trust).toContainText('1211 W Main St')
  for (const text of ['License number', 'Warranty', 'Phone', 'undefined'])
    await expect(trust).not.toContainText(text)
  // On a phone it comes after the button that pays.
  const [button, block] = await Promise.all([secureButton(page).boundingBox(), trust.boundingBox()])
  expect(block?.y).toBeGreaterThan(button?.y ?? Number.POSITIVE_INFINITY)

  const footer = page.getByRole('contentinfo')
  for (const name of ['Privacy', 'Terms', 'Refunds']) {
    await footer.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page).toHaveTitle(`${name} · Dashfit`)
    await expect(page.getByText('Reply to any of our emails, or contact the shop')).toBeVisible()
    await expectSoundAtEachWidth(page, name)
  }
})
