import type { Locator } from '@playwright/test'
import { priceOf } from '../support/day-prices.ts'
import { expect, test } from '../support/product-fixture.ts'
import { pressWork } from '../support/work-orders.ts'
import { enter } from './shop-people.ts'
import { withWorkingShop } from './working-shop.ts'

test('a job is charged only after a question until its work is done, in the list and in the details @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    await enter(page, product, owner, '/admin')
    const question = page.getByRole('dialog', { name: 'Charge $499 to the Visa ending in 4242?' })
    const expectQuestion = async (place: Locator, record: string) => {
      await place.getByRole('button', { name: 'Capture Payment' }).filter({ visible: true }).click()
      await expect(question).toContainText(record)
      await expect(question).toContainText('agreed to be charged once the work is done.')
      await expect(question.getByRole('button', { name: 'Don’t charge' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(question).toBeHidden()
    }
    for (const [event, from, record] of [
      ['arrive', 'booked', 'The car has arrived, and no work is recorded yet.'],
      ['start', 'arrived', 'The car is still in the bay: the work isn’t recorded as done.'],
    ] as const) {
      await pressWork(owner, jobId, { event, from })
      await page.goto('/admin')
      await expectQuestion(page.getByRole('main'), record)
      await page.goto(`/admin?appointment=${jobId}`)
      await expectQuestion(page.getByRole('dialog', { name: 'Appointment Details' }), record)
    }
    expect((await priceOf(owner, jobId)).capturedCents).toBe(0)
    await pressWork(owner, jobId, { event: 'finish', from: 'in_bay' })
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Capture Payment' }).click()
    await expect(page.getByText('Payment has been successfully captured')).toBeVisible()
    await expect(question).toHaveCount(0)
    expect((await priceOf(owner, jobId)).capturedCents).toBe(49_900)
  })
})
