import { randomUUID } from 'node:crypto'
import { administrator, expect } from '../support/product-fixture.ts'
import { paymentsOf, signUpBooked } from './booked-customer.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { book, test } from './staff-journey.ts'
import { tabTo } from './tab-to.ts'

test('a customer reschedules, changes and cancels by keyboard @desktop', async ({ page, product }) => {
  const { id } = await signUpBooked(page, product)
  const press = async (name: RegExp) => {
    await tabTo(page, 'button', name)
    await page.keyboard.press('Enter')
  }
  await press(/^Reschedule/)
  await press(/^Next available/)
  await press(/^Save Changes/)
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden()

  await press(/^Change Package/)
  await tabTo(page, 'checkbox', /./)
  await page.keyboard.press('Space')
  await press(/^Select Package: Smart Connect Essential/)
  await expect(page.getByRole('dialog')).toBeVisible()
  await press(/^Agree and Change/)
  await expect(page.getByText('Package changed')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Smart Connect Essential')

  await press(/^Cancel Appointment/)
  await expect(page.getByRole('button', { name: 'Keep appointment' })).toBeFocused()
  await press(/^Cancel appointment$/)
  await expect(page.getByRole('region', { name: 'Cancelled' })).toBeVisible()
  expect((await paymentsOf(product, id)).map(({ status }) => status)).toEqual(['canceled'])
})

test('a shop registers with the keyboard alone @desktop @whole', async ({ page }) => {
  await page.goto('/shop-registration')
  const type = async (name: RegExp, text: string) => {
    await tabTo(page, 'textbox', name)
    await page.keyboard.type(text)
  }
  await type(/^Business Name/, 'Second Gear')
  await type(/^Address/, '1200 S Fremont Ave, Alhambra, CA 91803')
  await tabTo(page, 'switch', /Sunday/)
  await page.keyboard.press('Space')
  await tabTo(page, 'combobox', /^Payment Method/)
  await page.keyboard.type('Venmo')
  await type(/Username/i, 'second-gear')
  await type(/^Email/, `keys-${randomUUID()}@example.test`)
  await type(/^Password/, 'a phrase of some length')
  await tabTo(page, 'button', /^Register Shop/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Confirm your email first.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeFocused()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectSoundInBothLights(page, 'a shop that waits for approval')
})

test('an administrator signs in, filters, captures, cancels and refunds by keyboard @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product)
  const held = await book(product, { name: 'Robin Held' })
  const press = async (name: RegExp) => {
    const button = await tabTo(page, 'button', name)
    await page.keyboard.press('Enter')
    return button
  }
  await page.goto('/login')
  await tabTo(page, 'textbox', /^Email/)
  await page.keyboard.type(administrator.email)
  await tabTo(page, 'textbox', /^Password/)
  await page.keyboard.type(administrator.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { name: 'Appointment Management', level: 1 })).toBeFocused()

  await tabTo(page, 'searchbox', /^Search/)
  await page.keyboard.type(held.email)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await press(/^Filters/)
  await tabTo(page, 'combobox', /^Status/)
  await page.keyboard.type('Comp')
  await expect(page.getByText('No appointments match these filters.')).toBeVisible()
  const clear = await press(/^Clear All Filters/)
  await expect(page.getByText(/^Showing (?!1 of 1$)/)).toBeVisible()
  await expect(clear).toBeDisabled()
  await expect(clear).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel('End Date & Time')).toBeFocused()
  await tabTo(page, 'searchbox', /^Search/)
  await page.keyboard.type(held.email)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()

  const row = await press(/, details$/)
  const details = page.getByRole('dialog', { name: 'Appointment Details' })
  await expect(details.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await press(/^Cancel appointment$/)
  await expect(page.getByRole('button', { name: 'Keep appointment' })).toBeFocused()
  await press(/^Cancel appointment$/)
  await expect(page.getByText('The appointment has been cancelled')).toBeVisible()
  // Nothing can be cancelled twice: the button is gone, and the focus stays in the dialog.
  await expect(details.getByRole('button', { name: 'Cancel appointment' })).toHaveCount(0)
  await expect(details).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  expect((await paymentsOf(product, held.id)).map(({ status }) => status)).toEqual(['canceled'])

  await tabTo(page, 'searchbox', /^Search/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(job.email)
  await expect(page.getByRole('row').filter({ hasText: job.email })).toBeVisible()
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  const capture = await press(/^Capture Payment/)
  await expect(page.getByRole('button', { name: 'Don’t charge' })).toBeFocused()
  await press(/^Charge \$499/)
  await expect(page.getByText('Payment has been successfully captured')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Payment Completed' })).toBeFocused()
  await expect(capture).toBeHidden()
  await press(/^Cancel/)
  await expect(page.getByRole('button', { name: 'Cancel and refund' })).toBeDisabled()
  await tabTo(page, 'checkbox', /^Yes, refund/)
  await page.keyboard.press('Space')
  await press(/^Cancel and refund/)
  await expect(page.getByText('The appointment has been cancelled')).toBeVisible()
  expect((await paymentsOf(product, job.id)).map(({ status }) => status)).toEqual(['succeeded'])
})
