import { expect } from '../support/product-fixture.ts'
import { paymentsOf, tellSandbox } from './booked-customer.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { book, captureByHand, searchFor, signInAsStaff, test } from './staff-journey.ts'

test('a disputed payment asks for an answer, shows its history and cannot be refunded @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product, { name: 'Doubtful Customer' })
  await captureByHand(product, job)
  const [payment] = await paymentsOf(product, job.id)
  await tellSandbox(product, `payments/${payment?.id}/dispute`, { turn: 'open' })
  await page.setViewportSize({ width: 1280, height: 1000 })
  await signInAsStaff(page)
  const panel = page.getByRole('region', { name: 'What needs attention' })
  const item = panel.getByRole('listitem').filter({ hasText: 'Doubtful Customer' })
  await expect(async () => {
    await page.reload()
    await expect(item).toContainText('The customer disputes $499 (fraudulent).', { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(item).toContainText(/Answer by .+ (AM|PM)/)

  const row = await searchFor(page, job)
  await expect(row).toContainText('Completed')
  await expect(row).toContainText('Disputed')
  await row.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('It cannot be cancelled with a refund.')
  await expect(question.getByRole('button', { name: /refund/i })).toBeHidden()
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: /, details$/ }).click()
  const details = page.getByRole('dialog', { name: 'Appointment Details' })
  const disputes = details.getByRole('region', { name: 'Disputes' })
  await expect(disputes).toContainText('Payment disputed: $499')
  const timeline = details.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Amount withdrawn by the bank')
  await expect(timeline).toContainText('Dispute fee charged')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectSoundInBothLights(page, 'the details of a disputed payment')
  const download = page.waitForEvent('download')
  await disputes.getByRole('link', { name: 'Download evidence' }).click()
  expect((await download).suggestedFilename()).toBe(`evidence-${job.id}.txt`)
})
