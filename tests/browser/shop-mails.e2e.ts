import { expect, test } from '../support/product-fixture.ts'
import { enter, withOpenShop } from './shop-people.ts'

test('a person of a shop switches an email off, and the choice is kept @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Fourth Gear' }, async ({ shop, shopId }) => {
    await enter(page, product, shop, '/admin?view=shop')
    const own = page.getByRole('region', { name: 'Your emails' })
    await expect(own.getByRole('switch')).toHaveCount(6)
    const daySheet = own.getByRole('switch', { name: /^Day sheet/ })
    await expect(daySheet).toBeChecked()
    await daySheet.click()
    await expect(page.getByRole('status').filter({ hasText: 'Email switched off' })).toBeVisible()
    await expect(daySheet).not.toBeChecked()
    expect((await shop.get(`/api/admin/shops/${shopId}/mails`)).body).toEqual({ muted: ['shop_day_sheet'] })
    await page.reload()
    await expect(daySheet).not.toBeChecked()
    await expect(own.getByRole('switch', { name: /^New appointments/ })).toBeChecked()
  })
})

test('My Shop asks for a phone, and saves an email for replies @desktop', async ({ page, product }) => {
  await withOpenShop(product, { businessName: 'Fifth Gear' }, async ({ shop }) => {
    await enter(page, product, shop, '/admin?view=shop')
    const own = page.getByRole('region', { name: 'Your page' })
    const hint = own.getByText('Add your phone number.')
    await expect(hint).toBeVisible()
    await expect(own.getByText(`Customers’ replies go to ${shop.email} while this is empty.`)).toBeVisible()
    await own.getByLabel('Email for replies').fill('garage')
    await own.getByRole('button', { name: 'Save your page' }).click()
    await expect(own.getByText('Please enter a valid email address')).toBeVisible()
    await own.getByLabel('Email for replies').fill('desk@garage.example')
    await own.getByLabel('Phone').fill('626-555-0100')
    await own.getByRole('button', { name: 'Save your page' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your page is saved' })).toBeVisible()
    await expect(hint).toBeHidden()
    await page.reload()
    await expect(own.getByLabel('Email for replies')).toHaveValue('desk@garage.example')
  })
})
