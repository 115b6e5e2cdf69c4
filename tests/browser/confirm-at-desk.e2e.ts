import type { Page } from '@playwright/test'
import { expect } from '../support/product-fixture.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { signInAdministrator } from './shop-people.ts'
import { book, cancelByHand, signInAsStaff, test, type Job } from './staff-journey.ts'

/** The details of a job, without news of what others do meanwhile. */
async function openDetails(page: Page, { id }: Job) {
  await page.route('**/api/admin/live*', (route) => route.abort())
  await page.goto(`/admin?appointment=${id}`)
  const details = page.getByRole('dialog', { name: 'Appointment Details' })
  const mark = details.getByRole('button', { name: 'Mark confirmed' })
  await expect(mark).toBeVisible()
  // Parts that load after the rest would show errors of their own without a connection.
  await expect(details.getByRole('region', { name: 'Text messages' })).toBeVisible()
  await expect(details.getByRole('region', { name: 'Work', exact: true }).getByText('Booked')).toBeVisible()
  await expect(details.getByText(/^Loading/)).toHaveCount(0)
  return { details, mark, status: details.getByRole('region', { name: 'Appointment Status' }) }
}

test('a desk marks an appointment confirmed, and the details show it @whole-phone', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const job = await book(product)
  await signInAsStaff(page)
  const { details, mark, status } = await openDetails(page, job)
  await page.context().setOffline(true)
  await mark.click()
  await expect(details.getByRole('alert').filter({ hasText: 'Click the button again' })).toContainText(
    'No connection',
  )
  await page.context().setOffline(false)
  await mark.dblclick()
  await expect(details.getByRole('status').filter({ hasText: 'Confirmed' })).toBeFocused()
  await expect(details.getByRole('alert')).toHaveCount(0)
  await expect(status).toContainText('told to the shop')
  const story = details.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(story.filter({ hasText: 'Confirmed by the customer' })).toContainText('Told to the shop.')
  await expectSoundAtEachWidth(page, 'confirmed appointment')
  await page.reload()
  await expect(status).toContainText('told to the shop')
  await expect(mark).toBeHidden()
})

test('a mark that a colleague made meanwhile stands, and a cancelled appointment is not marked @desktop', async ({
  page,
  product,
}) => {
  await signInAsStaff(page)
  const marked = await book(product)
  const older = await openDetails(page, marked)
  const colleague = await signInAdministrator(product)
  expect((await colleague.post(`/api/admin/appointments/${marked.id}/confirm`)).status).toBe(200)
  await older.mark.click()
  await expect(older.status).toContainText('told to the shop')
  await expect(older.details.getByRole('alert')).toBeHidden()

  const cancelled = await book(product)
  const { details, mark, status } = await openDetails(page, cancelled)
  await cancelByHand(product, cancelled)
  await mark.click()
  await expect(details.getByRole('alert')).toContainText('This appointment can no longer be changed.')
  await expect(status).toContainText('Cancelled')
  await expect(mark).toBeHidden()
})
