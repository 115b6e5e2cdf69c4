import type { Page } from '@playwright/test'
import { expect, testWithTurnedClock as test } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { signUpBooked, tellSandbox } from './booked-customer.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { mailedPage } from './mailed-links.ts'

/** The link in the reminder of an appointment, for a browser that is signed out. */
async function receiveLink(page: Page, product: Product): Promise<string> {
  const booked = await signUpBooked(page, product, { day: 'last' })
  // 47 hours before the start, with either offset of the zone.
  const instant = Date.parse(`${booked.date}:00-07:00`) - 46.5 * 3_600_000
  const { now } = (await (await fetch(`${product.url}/api/config`)).json()) as { now: string }
  await tellSandbox(product, 'clock', { advanceSeconds: Math.ceil((instant - Date.parse(now)) / 1000) })
  await page.context().clearCookies()
  return mailedPage(product, booked.customer.email, '/appointment-link#')
}

test('a reminder’s link confirms and cancels without a sign-in, each by its button @phone', async ({
  page,
  product,
}) => {
  await page.goto(await receiveLink(page, product))
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
