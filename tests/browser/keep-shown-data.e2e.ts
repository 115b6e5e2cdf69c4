import { priceOf } from '../support/day-prices.ts'
import { expect, test } from '../support/product-fixture.ts'
import { workUntil } from '../support/work-orders.ts'
import { enter } from './shop-people.ts'
import { withWorkingShop } from './working-shop.ts'

const stale = /Below is how it was at \d+:\d\d/

test('a refetch that fails offline takes away neither a typed line, nor the details, nor the list @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'arrive')
    await enter(page, product, owner, '/admin')
    await page.getByRole('button', { name: /, details$/ }).click()
    const details = page.getByRole('dialog', { name: 'Appointment Details' })
    const price = details.getByRole('region', { name: 'Price and payment', exact: true })
    await price.getByRole('button', { name: 'Add part, labor or discount' }).click()
    const form = price.getByRole('form', { name: 'Add to the price' })
    await form.getByRole('radio', { name: 'Discount', exact: true }).check()
    await form.getByRole('textbox', { name: 'Reason', exact: true }).fill('Waited an hour')
    await form.getByLabel('Amount in $').fill('50')
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Add discount' }).click()
    await expect(form.getByText('It may not have been saved.')).toBeVisible()
    await expect(details.getByText(stale)).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(form.getByRole('textbox', { name: 'Reason', exact: true })).toHaveValue('Waited an hour')
    await page.context().setOffline(false)
    // The page reads again by itself, once it has noticed.
    await expect(details.getByText(stale)).toBeHidden()
    await expect(form.getByLabel('Amount in $')).toHaveValue('50')
    await form.getByRole('button', { name: 'Add discount' }).click()
    await expect(price.getByText('−$50')).toBeVisible()
    expect((await priceOf(owner, jobId)).lines).toHaveLength(1)
  })
})
