import { expect } from '../support/product-fixture.ts'
import { paymentsOf, tellSandbox } from './booked-customer.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { book, captureByHand, searchFor, signInAsStaff, test, openPart } from './staff-journey.ts'

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
  await openPart(page, 'Today')
  const panel = page.getByRole('region', { name: 'Needs attention' })
  const item = panel.getByRole('listitem').filter({ hasText: 'Doubtful Customer' })
  await expect(async () => {
    await page.reload()
    await expect(item).toContainText('Disputed: $499. Reason: fraudulent.', { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(item).toContainText(/Answer by .+ (AM|PM)/)

  await openPart(page, 'Appointments')
  const row = await searchFor(page, job)
  await expect(row).toContainText('Completed')
  await expect(row).toContainText('Disputed')
  await row.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('You can’t cancel it with a refund.')
  await expect(question.getByRole('button', { name: /refund/i })).toBeHidden()
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: /, details$/ }).click()
  const details = page.getByRole('dialog', { name: 'Appointment Details' })
  const disputes = details.getByRole('region', { name: 'Disputes' })
  await expect(disputes).toContainText('Disputed: $499')
  await expect(details.getByText('$499 taken back by the bank')).toBeVisible()
  const timeline = details.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Amount withdrawn by the bank')
  await expect(timeline).toContainText('Dispute fee charged')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectSoundInBothLights(page, 'the details of a disputed payment')
  const download = page.waitForEvent('download')
  await disputes.getByRole('link', { name: 'Download evidence' }).click()
  expect((await download).suggestedFilename()).toBe(`evidence-${job.id}.pdf`)
})

test('the dialog of a cancellation offers what is left after a lost dispute @desktop', async ({
  page,
  product,
}) => {
  const partly = await book(product, { name: 'Partly Returned' })
  const wholly = await book(product, { name: 'Wholly Returned' })
  for (const [job, amount] of [
    [partly, 20_000],
    [wholly, 49_900],
  ] as const) {
    await captureByHand(product, job)
    const [payment] = await paymentsOf(product, job.id)
    await tellSandbox(product, `payments/${payment?.id}/dispute`, { turn: 'open', amount })
    await tellSandbox(product, `payments/${payment?.id}/dispute`, { turn: 'lose' })
  }
  await signInAsStaff(page)
  for (const [job, sentence, button] of [
    [partly, 'the bank has returned $200 after a dispute. We’ll refund the other $299', 'Cancel and refund'],
    [
      wholly,
      'the bank has returned $499 after a dispute. There’s nothing more to refund.',
      'Cancel appointment',
    ],
  ] as const) {
    const question = page.getByRole('dialog')
    let row = await searchFor(page, job)
    await expect(async () => {
      await page.reload()
      row = await searchFor(page, job)
      await expect(row).toContainText('Dispute lost', { timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    await row.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toContainText(sentence)
    const agreement = question.getByRole('checkbox')
    if (button === 'Cancel and refund') await agreement.check()
    else await expect(agreement).toBeHidden()
    await question.getByRole('button', { name: button }).click()
    await expect(question).toBeHidden()
    await expect(row).toContainText('Cancelled')
  }
})
