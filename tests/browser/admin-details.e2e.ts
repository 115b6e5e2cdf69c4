import type { Page } from '@playwright/test'
import { instantOfWallTime } from '../../contract/time.ts'
import { appointmentNumber } from '../../contract/booking/appointment-number.ts'
import { expect } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { tellSandbox } from './booked-customer.ts'
import { dismissToast } from './customer-journey.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { signInAdministrator } from './shop-people.ts'
import {
  book,
  captureByHand,
  captureIn,
  openPart,
  presentTime,
  rowOf,
  searchFor,
  showFilters,
  signInAsStaff,
  test,
  type Job,
} from './staff-journey.ts'

async function countCardMails(product: Product, email: string): Promise<number> {
  const answer = await fetch(`${product.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(email)}`)
  const mails = (await answer.json()) as { subject: string }[]
  return mails.filter(({ subject }) => /confirm your card/i.test(subject)).length
}

async function findDetails(product: Product, { id }: Job) {
  const admin = await signInAdministrator(product)
  return (await admin.get(`/api/admin/appointments/${id}`)).body
}

/** An appointment whose hold renewal was declined: its card needs the bank's confirmation every time. */
async function bookUnconfirmed(product: Product): Promise<Job> {
  const job = await book(product, {
    name: 'Vanished Customer',
    card: 'pm_card_authenticationRequired',
    day: 'last',
  })
  const { appointmentDate } = await findDetails(product, job)
  const seventyHoursBefore = Date.parse(appointmentDate) - 70 * 3_600_000
  const advanceSeconds = Math.ceil((seventyHoursBefore - (await presentTime(product))) / 1000)
  await tellSandbox(product, 'clock', { advanceSeconds })
  await expect
    .poll(async () => (await findDetails(product, job)).hold.state, { timeout: 20_000 })
    .toBe('unconfirmed')
  await expect.poll(() => countCardMails(product, job.email), { timeout: 20_000 }).toBe(1)
  return job
}

function detailsOf(page: Page) {
  return page.getByRole('dialog', { name: 'Appointment Details' })
}

test('a row opens the details, by the keyboard too, and Back, Escape and the address close and open them @whole-phone', async ({
  page,
  product,
}) => {
  const job = await book(product, { name: 'Robin <i>Slant</i>' })
  await signInAsStaff(page)
  await expect(rowOf(page, job)).toHaveCount(1)
  // Opened during the debounce: the typed text is applied anyway.
  await page.getByLabel('Search').fill(job.email)
  const date = rowOf(page, job).getByRole('button', { name: /, details$/ })
  await date.focus()
  await page.keyboard.press('Enter')
  const details = detailsOf(page)
  const customer = details.getByRole('region', { name: 'Customer Information' })
  await expect(customer).toContainText('Robin <i>Slant</i>')
  await expect(customer.getByRole('link', { name: '(626) 555-0142' })).toHaveAttribute(
    'href',
    'tel:+16265550142',
  )
  await expect(customer.getByRole('link', { name: job.email })).toHaveAttribute('href', `mailto:${job.email}`)
  const vehicle = details.getByRole('region', { name: 'Vehicle Information' })
  await expect(vehicle).toContainText('2013 BMW X5')
  await expect(vehicle).toContainText(job.vin)
  await expect(details.getByRole('region', { name: 'Appointment Status' })).toContainText('Authorized')
  await expect(details.getByRole('region', { name: 'Price and payment' })).toContainText(
    /Held until .+ We’ll place a new hold on/,
  )
  await expect(details.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toContainText(
    /(Mon|Tue|Wed|Thu|Fri|Sat|Sun), .+ P[SD]T/,
  )
  await expect(page).toHaveURL(new RegExp(`appointment=${job.id}`))
  // A second press before the first has gone back must not go back further.
  await details.evaluate((dialog) => {
    const press = () => dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    press()
    press()
  })
  await expect(details).toBeHidden()
  await expect(date).toBeFocused()
  await expect(page).toHaveURL(/search=[^&]+$/)

  await rowOf(page, job).getByText('2013 BMW X5').click()
  await expect(details).toBeVisible()
  await page.goBack()
  await expect(details).toBeHidden()
  await page.goto(`/admin?appointment=${job.id}`)
  await expect(details).toContainText(job.vin)
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto(`/admin?appointment=${job.id}`)
  await expect(details).toContainText(appointmentNumber(job.id))
  await customer.getByRole('link', { name: 'Robin <i>Slant</i>' }).click()
  await expect(details).toBeHidden()
  await expect(page.getByRole('article', { name: 'Robin <i>Slant</i>' })).toBeVisible()
  await page.goto('/admin?appointment=01999999-9999-7999-8999-999999999999')
  await expect(details).toContainText('We couldn’t find this appointment.')
})

test('a payment is captured from the details, and their history grows @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product)
  await signInAsStaff(page)
  await page.goto(`/admin?appointment=${job.id}`)
  const details = detailsOf(page)
  const story = details.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(story.first()).toBeVisible()
  const before = await story.count()
  await captureIn(details)
  // The toast lies over the dialog; dismissing it leaves the dialog open.
  await dismissToast(page)
  await expect(details.getByRole('region', { name: 'Appointment Status' })).toContainText('Completed', {
    timeout: 20_000,
  })
  await expect(details.getByRole('region', { name: 'Price and payment' })).toContainText(
    /Charged to the Visa ending in 4242\$499/,
  )
  await expect.poll(() => story.count()).toBeGreaterThan(before)
  await expect(details).toBeVisible()
  await details.getByRole('button', { name: 'Cancel appointment' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  await expect(question).toContainText('We’ll refund the captured')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(details).toBeVisible()
})

test('the table, the details and the question before a refund pass axe', async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const job = await book(product, { name: `${'Extraordinarily Long '.repeat(5)}Name 🚗` })
  await captureByHand(product, job)
  await book(product, { card: 'pm_card_authenticationRequired', leavesBankOpen: true })
  await signInAsStaff(page)
  await expect(page.getByText(/^Showing/)).toBeVisible()
  await showFilters(page)
  await expectSoundAtEachWidth(page, 'table')
  await page.goto(`/admin?search=${job.vin}&appointment=${job.id}`)
  await expect(detailsOf(page).getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expectSoundAtEachWidth(page, 'details')
  await detailsOf(page).getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByLabel('Yes, refund $499 in full')).toBeVisible()
  await expectSoundAtEachWidth(page, 'question before a refund')
  await page.goto('/admin?search=nobody+is+called+this')
  await expect(page.getByText('No appointments match these filters.')).toBeVisible()
  await expectSoundAtEachWidth(page, 'nothing found')
})

test('a failed hold is on top, its card is requested with one press, and its capture is refused with a reason @desktop', async ({
  page,
  product,
}) => {
  const job = await bookUnconfirmed(product)
  // The renewal job has just requested the card; two requests within a minute send one mail.
  await tellSandbox(product, 'clock', { advanceSeconds: 300 })
  await signInAsStaff(page)
  await openPart(page, 'Today')
  const panel = page.getByRole('region', { name: 'Needs attention' })
  const item = panel.getByRole('listitem').filter({ hasText: job.name })
  await expect(item).toBeVisible()
  await item.getByRole('button', { name: 'Ask for the card again' }).click()
  await expect(item).toContainText('We sent the customer a link for the card.')
  await expect(item.getByRole('button', { name: 'Ask for the card again' })).toBeHidden()
  await expect.poll(() => countCardMails(product, job.email), { timeout: 20_000 }).toBe(2)

  await openPart(page, 'Appointments')
  const row = await searchFor(page, job)
  await expect(row).toContainText('Card not confirmed')
  await captureIn(row)
  await expect(page.getByText(/the saved card couldn’t be charged/)).toBeVisible({ timeout: 20_000 })
  await dismissToast(page)
  // Nothing is held.
  await expect(row).not.toContainText('Authorized')
  await openPart(page, 'Today')
  await panel.getByRole('button', { name: /Vanished Customer/ }).click()
  await expect(detailsOf(page).getByRole('button', { name: 'Ask for the card again' })).toBeVisible()

  // From the list one line leads there, and the rows of a low window stay in reach.
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/admin')
  const cancel = page.getByRole('row').nth(1).getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: /needs? attention$/ }).click()
  await expect(item).toBeVisible()

  // Late in an hour the time's label reaches into the next row, whose label must not cover it.
  const tenTo = instantOfWallTime(job.date.slice(0, 10), 9 * 60 + 50, 'America/Los_Angeles') ?? 0
  const advanceSeconds = Math.ceil((tenTo - (await presentTime(product))) / 1000)
  await tellSandbox(product, 'clock', { advanceSeconds })
  await page.goto('/admin?view=board&shop=5')
  await expect(page.getByText(/^9:5\d\sAM$/)).toBeVisible()
  const layerOf = (hour: string) =>
    page.getByRole('rowheader', { name: hour }).evaluate((header) => Number(getComputedStyle(header).zIndex))
  expect(await layerOf('9 AM')).toBeGreaterThan(await layerOf('10 AM'))
})
