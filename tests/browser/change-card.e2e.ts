import { expect, test } from '../support/product-fixture.ts'
import { answerBank, paymentsOf, signUpBooked } from './booked-customer.ts'
import { cards, fillCard } from './customer-journey.ts'
import { expectSound } from './expect-sound.ts'

test('the card of a coming appointment is replaced: refused, asked by the bank, then held @phone', async ({
  page,
  product,
}) => {
  const { id } = await signUpBooked(page, product)
  await page.goto('/appointments')
  const card = page.getByRole('article')
  await expect(card).toContainText('Visa ending in 4242')
  await card.getByRole('button', { name: 'Change card' }).click()
  await expect(card.getByRole('heading', { name: 'Change Card' })).toBeVisible()
  await expect(card).toContainText(
    'We hold $799 on the new card first, then release the hold on your Visa ending in 4242.',
  )
  await expect(card).toContainText('By tapping Use this card, you authorize Dashfit')
  await expectSound(page, 'the form for another card')

  await fillCard(page, cards.declined)
  await card.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByRole('group', { name: 'Card Details' })).toHaveAccessibleDescription(
    'Your card was declined. Please check its details, or use another card. Your earlier card stays.',
  )
  expect((await paymentsOf(product, id)).filter(({ status }) => status === 'requires_capture')).toHaveLength(
    1,
  )

  await fillCard(page, cards.asksTheBank)
  await card.getByRole('button', { name: 'Use this card' }).click()
  await answerBank(page, 'Complete')
  await expect(page.getByText('Card replaced')).toBeVisible({ timeout: 20_000 })
  await expect(card).toContainText('Visa ending in 3184')
  await expect(card.getByRole('button', { name: 'Change card' })).toBeVisible()
  expect((await paymentsOf(product, id)).map(({ status }) => status).toSorted()).toEqual([
    'canceled',
    'canceled',
    'requires_capture',
  ])
})
