import type { Page } from '@playwright/test'
import { signIn } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { answerBank, paymentsOf, signUpBooked, tellSandbox } from './booked-customer.ts'
import { selectPackage } from './customer-journey.ts'

async function askFor(page: Page, packageName: string) {
  await page.getByRole('button', { name: 'Change Package' }).click()
  await selectPackage(page, packageName)
  return page.getByRole('dialog')
}

function agree(page: Page) {
  return page.getByRole('button', { name: 'Agree and Change' })
}

async function heldAmounts(product: Parameters<typeof paymentsOf>[0], id: string): Promise<number[]> {
  const payments = await paymentsOf(product, id)
  return payments.filter(({ status }) => status === 'requires_capture').map(({ amount }) => amount)
}

test('a cheaper package keeps the hold @phone', async ({ page, product }) => {
  const { id } = await signUpBooked(page, product)
  const agreement = await askFor(page, 'Smart Connect Essential')
  await expect(agreement).toContainText(
    '$300 less. Your hold of $799 stays, and we charge $499 after the work.',
  )
  await expect(agreement).toContainText('instead of 3-4 hours')
  await agree(page).click()
  await expect(page.getByText('Package changed')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Smart Connect Essential')
  expect(await heldAmounts(product, id)).toEqual([79_900])
  // The hold exceeds the new price, and the page shows the hold's amount.
  const back = await askFor(page, 'Smart Connect Premium')
  await expect(back).toContainText('$300 more. Your hold of $799 stays, and we charge $799 after the work.')
  await page.keyboard.press('Escape')
  await page.getByRole('article').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expect(page.getByRole('dialog')).toContainText('the hold of $799 on your Visa ending in 4242')
})

test('a more expensive package needs agreement, takes a new hold and releases the old one @desktop', async ({
  page,
  product,
}) => {
  const { id } = await signUpBooked(page, product)
  const agreement = await askFor(page, 'Ultra Connect Pro')
  await expect(agreement).toContainText(
    '$500 more. We’ll place a new hold of $1,299 on your Visa ending in 4242 now and release the old one of $799. No charge until the work is done.',
  )
  await page.keyboard.press('Escape')
  await expect(agreement).toBeHidden()
  await expect(page.getByRole('button', { name: 'Select Package: Ultra Connect Pro' })).toBeFocused()
  await page.keyboard.press('Enter')
  await agree(page).dblclick()
  await expect(page.getByText('Package changed')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Ultra Connect Pro')
  await expect(page.getByRole('article').getByRole('heading').first()).toBeFocused()
  expect(await heldAmounts(product, id)).toEqual([129_900])
  expect(await paymentsOf(product, id)).toHaveLength(2)
})

test('with 3-D Secure nothing changes before the confirmation @phone', async ({ page, product }) => {
  const { id } = await signUpBooked(page, product, { card: 'pm_card_authenticationRequired' })
  await askFor(page, 'Ultra Connect Pro')
  await agree(page).click()
  await answerBank(page, 'Fail')
  const agreement = page.getByRole('dialog')
  await expect(agreement.getByRole('alert')).toContainText(/unable to authenticate/i)
  await expect(agreement.getByRole('alert')).toContainText('Your package didn’t change.')
  expect(await heldAmounts(product, id)).toEqual([79_900])
  expect(await paymentsOf(product, id)).toHaveLength(2)

  await agree(page).click()
  await answerBank(page, 'Complete')
  await expect(page.getByText('Package changed')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('article')).toContainText('Ultra Connect Pro')
  expect(await heldAmounts(product, id)).toEqual([129_900])
})

test('a declined card leaves the package and its hold unchanged, and says so @desktop', async ({
  page,
  product,
}) => {
  const { id } = await signUpBooked(page, product)
  const [payment] = await paymentsOf(product, id)
  await tellSandbox(product, 'cards', {
    behaviour: 'decline_insufficient_funds',
    paymentMethod: payment?.payment_method,
  })
  const agreement = await askFor(page, 'Ultra Connect Pro')
  await agree(page).click()
  await expect(agreement.getByRole('alert')).toHaveText(
    'Your card was declined. Please check its details, or use another card. Your package didn’t change.',
  )
  await agreement.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Your current package')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article')).toContainText('Smart Connect Premium')
  expect(await heldAmounts(product, id)).toEqual([79_900])
})

test('without a network nothing is guessed, and agreeing again changes the package once @desktop @whole', async ({
  page,
  product,
}) => {
  const { id } = await signUpBooked(page, product)
  const agreement = await askFor(page, 'Ultra Connect Pro')
  await page.context().setOffline(true)
  await agree(page).click()
  await expect(agreement.getByRole('alert')).toContainText(
    'We don’t know yet whether your package was changed',
  )
  await page.context().setOffline(false)
  await agree(page).click()
  await expect(page.getByText('Package changed')).toBeVisible()
  expect(await heldAmounts(product, id)).toEqual([129_900])
})

test('a package that does not fit is greyed before any consent, with the way to another time @phone', async ({
  page,
  product,
}) => {
  const { id, customer } = await signUpBooked(page, product)
  // Essential at 2 PM ends at closing: nothing longer fits.
  const person = await signIn(product, customer.email, customer.password)
  const change = (body: object) => person.patch(`/api/appointments/${id}`, body)
  expect((await change({ productId: 1 })).status).toBe(200)
  const { appointmentDate } = (await person.get('/api/appointments/user/all')).body[0]
  expect((await change({ date: appointmentDate.slice(0, 10), time: '14:00' })).status).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Change Package' }).click()
  const impossible = page.getByRole('article', { name: 'Ultra Connect Pro' })
  await expect(impossible).toContainText('doesn’t fit at this time. Reschedule first')
  await expect(impossible.getByRole('button', { name: /Select Package/ })).toBeHidden()
  await impossible.getByRole('button', { name: 'Reschedule' }).click()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
})
