import type { Page } from '@playwright/test'
import { fitmentFor, fittingCar } from '../support/orders.ts'
import { expect, test } from '../support/product-fixture.ts'
import {
  cards,
  chooseFreeTime,
  expectConfirmed,
  fillCard,
  fillPayment,
  goToPayment,
  newCustomer,
  secureButton,
  signUp,
  timeRadios,
} from './customer-journey.ts'
import { expectInView } from './expect-in-view.ts'

/** Takes the same start over the API, in every remaining bay. */
async function takeEveryBay(page: Page, baseURL: string): Promise<void> {
  const draft = await page.evaluate(() => sessionStorage.getItem('booking-draft'))
  const { day, time } = JSON.parse(draft ?? '{}') as { day: string; time: string }
  const request = await page.context().browser()?.newContext({ baseURL })
  if (!request) throw new Error('no browser')
  const statuses: number[] = []
  for (let bay = 0; bay < 2; bay += 1) {
    // One account has one appointment at a time.
    await request.clearCookies()
    const other = newCustomer()
    await request.request.post('/api/auth/sign-up/email', {
      data: { name: other.name, email: other.email, password: other.password },
    })
    const answer = await request.request.post('/api/appointments', {
      data: {
        paymentMethodId: 'pm_card_visa',
        amount: 799,
        capture_method: 'manual',
        name: other.name,
        email: other.email,
        phone: '6265550199',
        date: `${day} ${time.padStart(5, '0')}`,
        vehicleInfo: { ...fittingCar, vin: null },
        productId: 2,
        ...fitmentFor(fittingCar, 2),
        shopId: 5,
      },
    })
    statuses.push(answer.status())
  }
  expect(statuses).toContain(201)
  await request.close()
}

test('a chosen time that is gone by the time the page is opened again is said to be gone @phone @whole', async ({
  page,
  product,
}) => {
  await signUp(page)
  await goToPayment(page)
  await takeEveryBay(page, product.url)
  await page.goBack()
  await expect(page.getByText(/^The time you chose, .+, is no longer available \(taken\)\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm Appointment' })).toBeHidden()
  await chooseFreeTime(page)
  await expect(page.getByRole('button', { name: 'Confirm Appointment' })).toBeVisible()
})

test('a time taken before the order leads back to the time grid with everything else kept @phone', async ({
  page,
  product,
}) => {
  await signUp(page)
  await goToPayment(page)
  await fillPayment(page, cards.approved)
  await takeEveryBay(page, product.url)
  await secureButton(page).click()

  await expect(page.getByText('That time was just taken. Choose another.')).toBeVisible()
  await expectInView(page.getByRole('heading', { name: 'Schedule Your Installation', exact: true }))
  await expectInView(page.getByText('That time was just taken. Choose another.'))
  await expect(timeRadios(page)).toHaveCount(8)
  await expect(page.getByRole('button', { name: 'Confirm Appointment' })).toBeHidden()

  await chooseFreeTime(page)
  await expect(page.getByText('That time was just taken.')).toBeHidden()
  await page.getByRole('button', { name: 'Confirm Appointment' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  await fillCard(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
  await expectInView(page.getByRole('heading', { name: 'Installation Appointment Confirmed!' }))
})
