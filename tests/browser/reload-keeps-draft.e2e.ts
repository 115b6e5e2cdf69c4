import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import {
  chooseFreeTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  signUp,
  timeRadios,
} from './customer-journey.ts'

test('a reload on every step loses nothing, and Back goes one step back @phone', async ({ page }) => {
  await signUp(page)
  await page.getByRole('button', { name: 'Schedule New Appointment' }).click()
  await page.getByLabel('Vehicle VIN').fill('wa1vaaf77jd031778')
  await expect(page.getByLabel('Vehicle Model')).toHaveValue('Q7')
  await page.getByLabel('Vehicle VIN').fill('wa1bnafy5m')
  await page.reload()
  await expect(page.getByLabel('Vehicle Year')).toHaveValue('2018')
  await expect(page.getByLabel('Vehicle Make')).toHaveValue('Audi')
  await page.getByLabel('Vehicle Year').selectOption('2013')
  await page.reload()
  await expect(page.getByLabel('Vehicle Year')).toHaveValue('2013')
  await expect(page.getByLabel('Vehicle VIN')).toHaveValue('WA1BNAFY5M')
  await page.getByLabel('Vehicle Model').selectOption('Q5')
  await page.getByRole('button', { name: 'Continue to Package Selection' }).click()
  await expect(page.getByLabel('Vehicle VIN')).toHaveAccessibleDescription(
    /Please enter a valid 17-character VIN/,
  )
  await page.getByLabel('Vehicle VIN').fill('')
  await page.getByRole('button', { name: 'Continue to Package Selection' }).click()

  await page.reload()
  await choosePackage(page)
  await chooseFreeTime(page)
  await page.reload()
  await expect(timeRadios(page).and(page.locator(':checked'))).toHaveCount(1)
  await confirmTime(page)
  await page.getByLabel('Full Name').fill('Robin Rider')
  await page.getByLabel('Phone Number').fill('6265550142')
  const summary = await page.getByRole('region', { name: 'Appointment Summary' }).textContent()
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Robin Rider')
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  await expect(page.getByRole('region', { name: 'Appointment Summary' })).toHaveText(summary ?? '')

  for (const title of [
    'Schedule Your Installation',
    'Select Your Upgrade Package',
    'Schedule a New Appointment',
    'My Appointments',
  ]) {
    await page.goBack()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeFocused()
  }
  await page.getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeVisible()

  const second = await page.context().newPage()
  await second.goto('/scheduler')
  await second.getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(second.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  await second.getByLabel('Full Name').fill('Robin R. Rider')
  await ageDraft(second)
  await second.reload()
  await expect(second.getByRole('heading', { name: 'Schedule Your Installation', exact: true })).toBeVisible()
  await expect(second.getByText(/can’t be booked anymore\. Choose another date\./)).toBeVisible()
})

/** As if the day had been selected a month ago. */
async function ageDraft(page: Page) {
  await page.evaluate(() => {
    const draft = JSON.parse(sessionStorage.getItem('booking-draft') ?? '') as { day: string }
    const day = new Date(Date.parse(draft.day) - 30 * 86_400_000).toISOString().slice(0, 10)
    sessionStorage.setItem('booking-draft', JSON.stringify({ ...draft, day }))
  })
}

test('the buttons and links that lead back keep the browser’s history in step @phone @whole', async ({
  page,
}) => {
  await signUp(page)
  await chooseVehicle(page)
  await choosePackage(page)
  await page.getByRole('link', { name: 'Back to Package Selection' }).click()
  await expect(page.getByRole('heading', { name: 'Select Your Upgrade Package' })).toBeVisible()
  await page.goForward()
  const progress = page.getByRole('navigation', { name: 'Booking progress' })
  await expect(progress.getByRole('listitem').nth(2)).toHaveAttribute('aria-current', 'step')
  await expect(progress.getByRole('link')).toHaveCount(2)
  await progress.getByRole('link', { name: 'Package' }).click()
  await expect(page.getByRole('heading', { name: 'Select Your Upgrade Package' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Vehicle Information' }).click()
  await expect(page.getByLabel('Vehicle Model')).toHaveValue('Q5')
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Select Your Upgrade Package' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
})

test('a later step opened too early leads to the first unfinished one, an unknown one to the list @desktop @whole', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/scheduler?step=payment')
  await expect(page.getByRole('heading', { name: 'Schedule a New Appointment' })).toBeVisible()
  await expect(page).toHaveURL(/step=vehicle$/)
  await page.goto('/scheduler?step=nowhere')
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  await page.goto('/scheduler?step=confirmed')
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
})
