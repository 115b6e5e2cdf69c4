import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { newPhone, textFrom } from '../support/sandbox-phone.ts'
import {
  chooseFreeTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  expectConfirmed,
  fillCard,
  secureButton,
  cards,
  signUp,
} from './customer-journey.ts'
import { expectSoundAtEachWidth, expectSoundInBothLights } from './expect-sound.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

const messages = (page: Page) => page.getByRole('region', { name: 'Text messages' })

test('a customer who ticks the box is texted, and the box is not ticked beforehand', async ({
  page,
  product,
}) => {
  const phone = newPhone()
  await withOpenShop(product, { businessName: 'Text Garage' }, async ({ shop, shopId, administrator }) => {
    await administrator.patch(`/api/admin/shops/${shopId}`, { textNumber: newPhone() })
    await signUp(page)
    await chooseVehicle(page)
    await choosePackage(page, 'Smart Connect Essential')
    await chooseFreeTime(page, 'Text Garage')
    await confirmTime(page)
    const box = page.getByRole('checkbox', { name: /^Text me about this appointment/ })
    await expect(box).not.toBeChecked()
    await box.check()
    await page.reload()
    await expect(box).toBeChecked()
    await expectSoundInBothLights(page, 'the payment step with the box for texts')
    await page.getByLabel('Phone Number').fill(phone)
    await fillCard(page, cards.approved)
    await secureButton(page).click()
    await expectConfirmed(page)
    const [booked] = (await shop.get('/api/admin/appointments')).body
    expect((await shop.get(`/api/admin/appointments/${booked.id}/texts`)).body).toMatchObject({
      phone,
      consent: { source: 'checkbox' },
    })
  })
})

test('a customer writes, the desk reads it on Today and answers', async ({ page, product }) => {
  await withOpenShop(product, {}, async ({ shop, shopId, administrator }) => {
    const shopNumber = newPhone()
    await administrator.patch(`/api/admin/shops/${shopId}`, { textNumber: shopNumber })
    const phone = newPhone()
    const day = (await bookableDays(product)).at(-1) ?? ''
    const { id } = await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin Text', phone })
    await textFrom(product, phone, { to: `+1${shopNumber}`, body: 'Can I wait at the shop?' })
    await enter(page, product, shop, '/admin?view=today')
    await expect(page.getByText('Wrote: “Can I wait at the shop?”')).toBeVisible()
    await page.getByRole('button', { name: 'Read the messages of Robin Text' }).click()
    await expect(messages(page)).toContainText('Can I wait at the shop?')
    await expectSoundInBothLights(page, 'the messages of an appointment')
    await messages(page).getByLabel('Text to Robin Text').fill('Yes, we have coffee.')
    await page.keyboard.press('Enter')
    await expect(messages(page).getByRole('listitem')).toHaveCount(2)
    await expect(messages(page).getByLabel('Text to Robin Text')).toHaveValue('')
    await expect(messages(page)).toContainText('Ask first')
    await messages(page).getByRole('button', { name: 'Customer says yes' }).click()
    await expect(messages(page)).toContainText('said yes to you')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Wrote: “Can I wait at the shop?”')).toBeHidden()
    const stored = await shop.get(`/api/admin/appointments/${id}/texts`)
    expect(stored.body.messages[1]).toMatchObject({ body: 'Yes, we have coffee.', by: { role: 'shop' } })
  })
})

test('an administrator sets the number for texts, and a stranger’s text is marked as read @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, {}, async ({ shop, shopId, administrator }) => {
    const shopNumber = newPhone()
    await enter(page, product, administrator, `/admin?view=shop&shop=${shopId}`)
    const section = page.getByRole('region', { name: 'Text messages' })
    await section.getByLabel('Number for texts').fill('626')
    await section.getByRole('button', { name: 'Save number' }).click()
    await expect(section.getByText('Please enter a valid 10-digit phone number')).toBeVisible()
    await section.getByLabel('Number for texts').fill(shopNumber)
    await section.getByRole('button', { name: 'Save number' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Number saved' })).toBeVisible()
    await expectSoundAtEachWidth(page, 'the number for texts in the settings')
    await textFrom(product, newPhone(), { to: `+1${shopNumber}`, body: 'Do you do Porsche?' })
    await enter(page, product, shop, '/admin?view=today')
    await expect(page.getByText('Do you do Porsche?')).toBeVisible()
    await page.getByRole('button', { name: /^Mark as read/ }).click()
    await expect(page.getByText('Do you do Porsche?')).toBeHidden()
    await page.goto('/admin?view=shop')
    await expect(section).toContainText('Your texts come from (626)')
  })
})
