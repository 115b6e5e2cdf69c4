import { expect, test } from '../support/product-fixture.ts'
import { workUntil } from '../support/work-orders.ts'
import { enter } from './shop-people.ts'
import { withWorkingShop } from './working-shop.ts'

test('the focus follows every change of a price made by keyboard @desktop', async ({ page, product }) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'arrive')
    await enter(page, product, owner, `/admin?appointment=${jobId}`)
    const price = page.getByRole('region', { name: 'Price and payment', exact: true })
    const form = price.getByRole('form', { name: 'Add to the price' })
    const adds = price.getByRole('button', { name: 'Add part, labor or discount' })
    const first = form.getByRole('radio', { name: 'Part' })
    await adds.press('Enter')
    await expect(first).toBeFocused()
    await form.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(adds).toBeFocused()
    await page.keyboard.press('Enter')
    await form.getByLabel('Part', { exact: true }).last().fill('Mounting bracket')
    await form.getByLabel('Amount in $').fill('120')
    await page.keyboard.press('Enter')
    await expect(price.getByText('Mounting bracket')).toBeVisible()
    await expect(adds).toBeFocused()
    await price.getByRole('button', { name: 'Remove Mounting bracket' }).press('Enter')
    await expect(price.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(price.getByText('$120', { exact: true })).toBeVisible()
    await expect(adds).toBeFocused()

    // The button that opened it goes with the agreement: the next one has its place.
    await price.getByRole('button', { name: 'Sign here' }).press('Enter')
    const paper = page.getByRole('dialog', { name: 'Please check the price and sign' })
    await paper.getByLabel('Your name').fill('Casey Rivera')
    await paper.getByRole('checkbox', { name: 'Sign with my typed name' }).check()
    await paper.getByRole('button', { name: 'Agree to $619' }).press('Enter')
    await expect(paper).toBeHidden()
    await expect(price.getByRole('button', { name: 'Sign here' })).toHaveCount(0)
    await expect(price.getByRole('button').and(page.locator(':focus'))).toHaveCount(1)
  })
})
