import { expect, testWithTurnedClock as test } from '../support/product-fixture.ts'
import { signUpBooked } from './booked-customer.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { receiveReminder } from './reminded.ts'

test('a reminder’s link confirms and cancels without a sign-in, each by its button @phone', async ({
  page,
  product,
}) => {
  const { customer, date } = await signUpBooked(page, product, { day: 'last' })
  await page.context().clearCookies()
  await page.goto(await receiveReminder(product, { email: customer.email, date }))
  // The token is in neither the address nor the history.
  await expect(page).toHaveURL(`${product.url}/appointment-link`)
  const confirm = page.getByRole('button', { name: 'Confirm I’m coming' })
  await expect(confirm).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get directions' })).toBeVisible()
  await expectSoundAtEachWidth(page, 'link of a reminder')

  await page.context().setOffline(true)
  await confirm.click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible()
  await page.context().setOffline(false)
  await confirm.dblclick()
  await expect(page.getByText('You’re confirmed.')).toBeVisible()
  await expect(confirm).toBeHidden()

  await page.reload()
  await expect(page.getByText('You’re confirmed.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expect(page.getByRole('dialog')).toContainText('This can’t be undone.')
  await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await expect(page.getByText('This appointment is cancelled.')).toBeVisible()
  await page.goto('/appointment-link#not-a-token')
  await expect(page.getByRole('alert').filter({ hasText: 'The appointment may be over' })).toBeVisible()
})
