import { expect, test } from '../support/product-fixture.ts'
import { paymentsOf, signUpBooked } from './booked-customer.ts'

test('a customer cancels: the hold is released and the card moves to its own section @phone', async ({
  page,
  product,
}) => {
  const { id } = await signUpBooked(page, product, { productId: 1 })
  const card = page.getByRole('article')
  await expect(card).toContainText(/Your card is held.*\. You’re charged after the work\./)

  await card.getByRole('button', { name: 'Cancel Appointment' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(
    'We release the hold of $499 on your Visa ending in 4242 right away. Your bank may take a few days to show it. You weren’t charged.',
  )
  await expect(question.getByRole('button', { name: 'Keep appointment' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(card.getByRole('button', { name: 'Cancel Appointment' })).toBeFocused()
  await expect(card).toContainText('Scheduled')

  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Cancel appointment', exact: true }).dblclick()
  await expect(page.getByText('Appointment cancelled')).toBeVisible()
  const cancelled = page.getByRole('region', { name: 'Cancelled' })
  await expect(cancelled.getByRole('article')).toHaveCount(1)
  await expect(cancelled.getByRole('article')).toContainText('Cancelled')
  await expect(cancelled.getByRole('article').getByRole('heading')).toBeFocused()
  await expect(cancelled.getByRole('button', { name: /Change|Reschedule|Cancel/ })).toHaveCount(0)
  await expect(cancelled).not.toContainText('held')
  await expect(page.getByText('No upcoming appointments')).toBeVisible()
  expect((await paymentsOf(product, id)).map(({ status }) => status)).toEqual(['canceled'])

  await page.reload()
  await expect(page.getByRole('region', { name: 'Cancelled' }).getByRole('article')).toHaveCount(1)
})

test('a pending appointment says so, and can be cancelled @phone', async ({ page, product }) => {
  const wish = { card: 'pm_card_authenticationRequired', leavesBankOpen: true }
  const { id } = await signUpBooked(page, product, wish)
  const card = page.getByRole('article')
  await expect(card).toContainText('Pending')
  await expect(card).toContainText(/is held for you until .* Finish the payment/)
  await expect(card.getByRole('button', { name: 'Change Package' })).toBeHidden()
  await card.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'Nothing is held on your card right now, and you weren’t charged.',
  )
  await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Cancelled' }).getByRole('article')).toHaveCount(1)
  expect((await paymentsOf(product, id)).map(({ status }) => status)).toEqual(['canceled'])
})

test('without a network the cancellation says that its result is unknown, and pressing again cancels @phone @whole', async ({
  page,
  product,
}) => {
  await signUpBooked(page, product)
  await page.getByRole('button', { name: 'Cancel Appointment' }).click()
  await page.context().setOffline(true)
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await expect(question.getByRole('alert')).toContainText(
    'We don’t know yet whether the appointment is cancelled',
  )
  await page.context().setOffline(false)
  await question.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Cancelled' }).getByRole('article')).toHaveCount(1)
})
