import { addLine } from '../support/day-prices.ts'
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

test('Escape asks before typed text of a price or a payment is lost @desktop', async ({ page, product }) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await workUntil(owner, jobId, 'arrive')
    await addLine(owner, jobId, { kind: 'discount', description: 'Waited an hour', amountCents: 5_000 })
    await enter(page, product, owner, `/admin?appointment=${jobId}`)
    const details = page.getByRole('dialog', { name: 'Appointment Details' })
    await details.getByRole('button', { name: 'Add part, labor or discount' }).click()
    // Nothing is typed yet.
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await page.goto(`/admin?appointment=${jobId}`)
    await details.getByRole('button', { name: 'Add part, labor or discount' }).click()
    await details.getByLabel('Amount in $').fill('120')
    await page.keyboard.press('Escape')
    const question = details.getByText('Close without adding the line? What you typed will be lost.')
    await expect(question).toBeVisible()
    await details.getByRole('button', { name: 'Keep editing' }).press('Enter')
    await expect(details.getByLabel('Amount in $')).toBeFocused()
    await expect(details.getByLabel('Amount in $')).toHaveValue('120')
    // Its own button drops the line at once, and then there is nothing to ask.
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await details.getByRole('form').getByRole('button', { name: 'Close' }).click()
    await expect(question).toBeHidden()

    await details.getByRole('button', { name: 'Paid at the shop (cash, terminal, other)' }).click()
    const take = page.getByRole('dialog', { name: 'Take payment of $449' })
    await take.getByLabel('Amount in $').fill('100')
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => take.getByRole('button', { name: 'Close', exact: true }).first().click(),
      () => take.getByRole('button', { name: 'Close', exact: true }).last().click(),
    ]) {
      await leave()
      await expect(take.getByText('Close without recording it?')).toBeVisible()
      await take.getByRole('button', { name: 'Keep editing' }).click()
    }
    await page.keyboard.press('Escape')
    await take.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(take).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  })
})
