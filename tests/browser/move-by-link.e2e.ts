import type { Page } from '@playwright/test'
import { expect, testWithTurnedClock as test } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { signUpBooked } from './booked-customer.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { mailedSubjects } from './mailed-links.ts'
import { receiveReminder } from './reminded.ts'

/** An appointment in two days, with the link of its reminder, for a browser that is signed out. */
async function bookReminded(page: Page, product: Product): Promise<{ email: string; link: string }> {
  const { customer, date } = await signUpBooked(page, product, { day: 'last' })
  await page.context().clearCookies()
  const { email } = customer
  return { email, link: await receiveReminder(product, { email, date }) }
}

test('the link of a reminder moves the appointment without a sign-in, and the new time is to confirm @phone', async ({
  page,
  product,
}) => {
  const { email, link } = await bookReminded(page, product)
  await page.goto(link)
  const move = page.getByRole('button', { name: 'Move', exact: true })
  await move.click()
  const panel = page.getByRole('region', { name: 'Move to another time' })
  await expect(panel.getByRole('heading', { name: 'Move to another time' })).toBeFocused()
  await expect(panel.getByRole('button', { name: 'Move appointment' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel Appointment' })).toBeHidden()
  await panel.getByRole('button', { name: 'Keep my time' }).click()
  await expect(panel).toBeHidden()
  await move.click()
  await panel.getByRole('button', { name: /^Next available/ }).click()
  const chosen = (await panel.getByRole('strong').textContent()) ?? ''
  expect(chosen).toMatch(/^\w+day, .+ at .+[AP]M$/)
  await expectSoundAtEachWidth(page, 'move by the link of a reminder')

  await page.context().setOffline(true)
  await panel.getByRole('button', { name: 'Move appointment' }).click()
  await expect(panel.getByRole('alert')).toContainText('No connection')
  await page.context().setOffline(false)
  await expect(panel.getByText(chosen)).toBeVisible()
  await panel.getByRole('button', { name: 'Move appointment' }).dblclick()
  const moved = page.getByText(`Moved to ${chosen}.`)
  await expect(moved).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Moved to')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(chosen)
  await expectSoundAtEachWidth(page, 'moved by the link of a reminder')

  await page.getByRole('button', { name: 'Confirm I’m coming' }).click()
  await expect(page.getByText('You’re confirmed.')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('You’re confirmed.')
  await page.reload()
  await expect(page.getByText('You’re confirmed.')).toBeVisible()
  await expect
    .poll(async () => (await mailedSubjects(product, email)).join('\n'), { timeout: 20_000 })
    .toMatch(/rescheduled|new time/i)
})

test('a time that another customer takes first is not moved to, and an appointment that was cancelled meanwhile shows it @desktop', async ({
  page,
  product,
  browser,
}) => {
  const { link } = await bookReminded(page, product)
  await page.goto(link)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Move to another time' })
  await panel.getByRole('button', { name: /^Next available/ }).click()
  await expect(panel.getByText(/^New time:/)).toBeVisible()
  // Another customer's request is answered first.
  await page.route('**/api/appointment-link/move', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'x-refusal': 'slot_taken', 'x-refusal-field': 'date' },
      json: { error: 'That time was just taken. Choose another.' },
    }),
  )
  await panel.getByRole('button', { name: 'Move appointment' }).click()
  await expect(panel.getByRole('alert')).toContainText('You still have your appointment on')
  await expect(panel.getByText(/^New time:/)).toBeHidden()
  await page.unroute('**/api/appointment-link/move')

  await panel.getByRole('button', { name: /^Next available/ }).click()
  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Cancel Appointment' }).click()
  await other.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await expect(other.getByText('This appointment is cancelled.')).toBeVisible()
  await panel.getByRole('button', { name: 'Move appointment' }).click()
  await expect(page.getByText('This appointment is cancelled.')).toBeVisible()
  await expect(panel).toBeHidden()
  await other.close()
})
