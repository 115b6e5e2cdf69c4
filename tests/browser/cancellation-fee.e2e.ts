import { fitmentFor, fittingCar } from '../support/orders.ts'
import { signUp as signUpPerson } from '../support/people.ts'
import { expect, testWithTurnedClock as test } from '../support/product-fixture.ts'
import { answerReview, listQueue } from '../support/review-desk.ts'
import { pressWork } from '../support/work-orders.ts'
import { paymentsOf } from './booked-customer.ts'
import {
  cards,
  chooseFreeTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  expectCardField,
  expectConfirmed,
  fillPayment,
  secureButton,
  signUp,
} from './customer-journey.ts'
import { advanceToStart } from './reminded.ts'
import { bookableDays, enter, withOpenShop } from './shop-people.ts'

test('a shop sets a fee, a customer agrees to it and cancels late, and a no-show is charged @desktop', async ({
  page,
  product,
}) => {
  const businessName = 'Third Gear'
  await withOpenShop(product, { businessName }, async ({ shop, shopId }) => {
    await enter(page, product, shop, '/admin?view=shop')
    const section = page.getByRole('region', { name: 'Cancellation' })
    await section.getByLabel('Fee').selectOption('An amount')
    await section.getByLabel('Amount in dollars').fill('501')
    await section.getByRole('button', { name: 'Save terms' }).click()
    await expect(section.getByText('Please give a fee of $1 to $500')).toBeVisible()
    await section.getByLabel('Amount in dollars').fill('50')
    await expect(section).toContainText(
      /for a \$499 job on \w{3}, \w{3} \d+, 9:00 AM“Cancel for free until \w{3}, \w{3} \d+, 9:00 AM\. After that, or if you don’t come, you pay a \$50 fee/,
    )
    // shot settings
    await section.getByRole('button', { name: 'Save terms' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Cancellation terms saved' })).toBeVisible()

    await page.context().clearCookies()
    await signUp(page)
    await chooseVehicle(page)
    await choosePackage(page, 'Smart Connect Essential')
    await chooseFreeTime(page, businessName)
    await confirmTime(page)
    const summary = page.getByRole('region', { name: 'Appointment Summary' })
    // Once beside the consent, and within the notice and the consent themselves.
    const terms = page.getByText(/Cancel for free until \w{3}, \w{3} \d+, \d+:00 [AP]M\. After that, or if/)
    await expect(terms).toHaveCount(1)
    await expect(summary).not.toContainText('$50')
    await expect(page.locator('main').getByText(/\$50(?!\d)/)).toHaveCount(3)
    await expect(page.getByText('or a fee of $50 if you cancel late or don’t come.')).toBeVisible()
    await expect(page.getByText('you authorize us to charge a fee of $50 instead')).toBeVisible()
    // shot payment
    await expectCardField(page)
    await fillPayment(page, cards.approved)
    // The owner raises the fee while the page is open: the customer agrees to the new one first.
    const raised = { freeHours: 24, feeCents: 6_000, feePercent: null }
    expect((await shop.patch(`/api/admin/shops/${shopId}`, { cancellation: raised })).status).toBe(200)
    await secureButton(page).click()
    await expect(page.getByText('cancellation terms have changed')).toBeVisible()
    await expect(page.getByText('you pay a $60 fee')).toBeVisible()
    await secureButton(page).click()
    await expectConfirmed(page)
    const duringCheck =
      /Cancel for free while the shop checks your car\. Once it fits: cancel for free until .* you pay \$60\./
    await expect(page.getByText(duringCheck)).toBeVisible()
    await page.getByRole('link', { name: 'See my appointments' }).click()
    const card = page.getByRole('article')
    // While the shop checks the fit, a cancellation is free.
    await expect(card).toContainText('Awaiting fitment check')
    await expect(card).toContainText(duringCheck)
    const [review] = (await listQueue(shop)).reviews
    expect((await answerReview(shop, review?.id ?? '', { answer: 'fits', note: '' })).status).toBe(200)
    await page.reload()
    await expect(card).toContainText(
      /^(?!.*while the shop checks).*Cancel for free until .* After that, or if you don’t come, you pay \$60\./,
    )
    // shot card
    const cancel = card.getByRole('button', { name: 'Cancel Appointment' })
    await cancel.click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText(/Cancelling is free until \w{3}, /)
    // shot cancel-before
    await question.getByRole('button', { name: 'Keep appointment' }).click()

    const { body } = await shop.get(`/api/admin/appointments?shopId=${shopId}`)
    const [booked] = body as { id: string; appointmentDate: string }[]
    const date = booked?.appointmentDate.slice(0, 16).replace('T', ' ') ?? ''
    const missed = await bookWithFee(product, shopId)
    await advanceToStart(product, date, -20)
    await page.reload()
    await cancel.click()
    await expect(question).toContainText('Cancelling now costs $60')
    // shot cancel-after
    const pay = question.getByRole('button', { name: 'Cancel and pay $60' })
    await page.context().setOffline(true)
    await pay.click()
    await expect(question.getByText('Tap Cancel and pay $60 again: it can’t happen twice.')).toBeVisible()
    await page.context().setOffline(false)
    await pay.dblclick()
    await expect(page.getByRole('region', { name: 'Cancelled' })).toContainText(
      'A $60 late cancellation fee was charged to your Visa ending in 4242.',
    )
    // shot cancelled
    const [payment] = await paymentsOf(product, booked?.id ?? '')
    expect(payment).toMatchObject({ status: 'succeeded', amount_received: 6_000 })

    await advanceToStart(product, missed.date, 1)
    await enter(page, product, shop, '/admin?view=today')
    expect((await pressWork(shop, missed.id, { event: 'mark_no_show', from: 'booked' })).status).toBe(200)
    await page.reload()
    const item = page.getByRole('listitem').filter({ hasText: 'The customer didn’t come.' })
    await expect(item).toContainText('They agreed to a fee of $60.')
    // shot attention
    await item.getByRole('button', { name: /Morgan Missed/ }).click()
    const details = page.getByRole('dialog', { name: 'Appointment Details' })
    await expect(details.getByRole('button', { name: 'Cancel without a fee' })).toBeVisible()
    await expect(details).toContainText('$60 fee agreed')
    await expect(details.getByText('Held on the Visa ending in 4242')).toBeVisible()
    await expect(details.getByText(/\bdue\b/)).toHaveCount(0)
    // shot no-show
    await details.getByRole('button', { name: 'Charge no-show fee of $60' }).click()
    await page
      .getByRole('dialog', { name: 'Charge the fee of $60?' })
      .getByRole('button', { name: /^Charge/ })
      .click()
    await expect(details).toContainText('No-show fee: $60')
    await expect(details).toContainText('It was charged to the customer’s card.')
    await expect(details).toContainText('Fee charged')
    await details.getByRole('button', { name: 'Receipt' }).click()
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await expect(receipt.getByText('No-show fee')).toBeVisible()
    await expect(receipt.getByRole('button', { name: 'Email to customer' })).toHaveCount(0)
    // shot charged
  })
})

/** A customer books over the API for the last bookable day, and agrees to the fee of $60. */
async function bookWithFee(
  product: Parameters<typeof bookableDays>[0],
  shopId: number,
): Promise<{ id: string; date: string }> {
  const customer = await signUpPerson(product)
  const date = `${(await bookableDays(product)).at(-1)} 13:00`
  const order = {
    paymentMethodId: 'pm_card_visa',
    amount: 499,
    capture_method: 'manual',
    name: 'Morgan Missed',
    email: customer.email,
    phone: '(626) 555-0142',
    date,
    vehicleInfo: { ...fittingCar, vin: null },
    productId: 1,
    shopId,
    ...fitmentFor(fittingCar, 1),
  }
  const headers = { 'x-agreed-fee': '6000', 'x-agreed-free-hours': '24' }
  const { status, body } = await customer.post('/api/appointments', order, headers)
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: body.id as string, date }
}
