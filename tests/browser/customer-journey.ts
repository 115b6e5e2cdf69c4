import { randomUUID } from 'node:crypto'
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

export type Customer = { name: string; email: string; password: string }

/** A customer without an account. */
export function newCustomer(): Customer {
  return {
    name: 'Pat Customer',
    email: `pat-${randomUUID()}@example.test`,
    password: 'a phrase of some length',
  }
}

/** A new customer with an account, signed in, on My Appointments. */
export async function signUp(page: Page, customer = newCustomer()): Promise<Customer> {
  const answer = await page.context().request.post('/api/auth/sign-up/email', { data: customer })
  expect(answer.status()).toBe(200)
  await page.goto('/scheduler')
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  return customer
}

/** Creates an account on the login screen and arrives at My Appointments. */
export async function signUpOnScreen(page: Page, customer = newCustomer()): Promise<Customer> {
  await page.goto('/login?create')
  await page.getByLabel('Name').fill(customer.name)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await dismissToast(page)
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  return customer
}

/**
 * Dismisses the toast that would cover the page for five seconds. Call before waiting for anything else: on a
 * slow machine the toast may be gone by then.
 */
export async function dismissToast(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await dismiss.waitFor()
  // When the click is slow too, the toast disappears by itself.
  const pressed = await dismiss.click({ timeout: 10_000 }).then(
    () => true,
    () => false,
  )
  if (!pressed) await expect(dismiss).toBeHidden()
}

/** Begins a booking and selects the vehicle, without continuing. */
export async function fillVehicle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Schedule New Appointment' }).click()
  await page.getByLabel('Vehicle Year').selectOption('2013')
  await page.getByLabel('Vehicle Make').selectOption('Audi')
  await page.getByLabel('Vehicle Model').selectOption('Q5')
}

export async function confirmVehicle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to Package Selection' }).click()
}

export async function chooseVehicle(page: Page): Promise<void> {
  await fillVehicle(page)
  await confirmVehicle(page)
}

/** Confirms the conditions under which a package fits. */
export async function confirmConditions(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: `Select Package: ${name}` })).toBeEnabled()
  const open = page.getByRole('article', { name }).getByRole('checkbox', { checked: false })
  while ((await open.count()) > 0) await open.first().check()
}

export async function selectPackage(page: Page, name: string): Promise<void> {
  await confirmConditions(page, name)
  await page.getByRole('button', { name: `Select Package: ${name}` }).click()
}

export async function choosePackage(page: Page, name = 'Smart Connect Premium'): Promise<void> {
  await selectPackage(page, name)
}

export function dateRadios(page: Page): Locator {
  return page.getByRole('group', { name: 'Date' }).getByRole('radio')
}

export function timeRadios(page: Page): Locator {
  return page.getByRole('group', { name: 'Select a Time Slot' }).getByRole('radio')
}

/** Waits for the starts of a day that has some left: the day is marked before they render. */
export async function expectTimesOf(page: Page, day: Locator, timeout?: number): Promise<void> {
  const label = await day.getAttribute('aria-label')
  const inWords = label?.replace(/, (\d+ times?|Full)$/, '')
  await expect(
    page.getByRole('status').filter({ hasText: new RegExp(`open times? on ${inWords}`) }),
  ).toBeVisible({ ...(timeout !== undefined && { timeout }) })
}

/**
 * Selects a shop, the built-in one unless another is named, and its first free start on the latest day that
 * has one. With shops of other tests in the same product, nothing is selected beforehand.
 */
export async function chooseFreeTime(page: Page, shop = 'Alhambra Auto Sports'): Promise<void> {
  await page.getByRole('radio', { name: shop }).check()
  await expect(dateRadios(page)).toHaveCount(10)
  // Other tests of the same product may take the last start of the day meanwhile.
  await expect(async () => {
    const days = page.getByRole('group', { name: 'Date' }).getByRole('radio', { name: / \d+ times?$/ })
    const label = await days.last().getAttribute('aria-label')
    const inWords = label?.replace(/ \d+ times?$/, '') ?? ''
    const day = page.getByRole('radio', { name: new RegExp(`^${inWords}`) })
    await day.check()
    await expectTimesOf(page, day, 3000)
    await expect(timeRadios(page)).toHaveCount(8)
    await timeRadios(page)
      .and(page.getByRole('radio', { disabled: false }))
      .first()
      .check({ timeout: 3000 })
  }).toPass({ timeout: 20_000 })
}

/** In the calendar of a reschedule: the last, or the first, free start of the first day that has one. */
export async function chooseNewTime(page: Page, which: 'first' | 'last' = 'last'): Promise<void> {
  const days = page.getByRole('grid').getByRole('button', { disabled: false })
  const nextMonth = page.getByRole('button', { name: 'Go to the Next Month' })
  for (;;) {
    // While the free days load, neither can be pressed.
    await expect(
      days
        .first()
        .or(nextMonth.and(page.getByRole('button', { disabled: false })))
        .first(),
    ).toBeVisible()
    const count = await days.count()
    for (let index = 0; index < count; index += 1) {
      await days.nth(index).click()
      await expect(timeRadios(page)).toHaveCount(8)
      const free = page
        .getByRole('group', { name: 'Select a Time Slot' })
        .getByRole('radio', { disabled: false })
      if ((await free.count()) === 0) continue
      await free[which]().check()
      return
    }
    await nextMonth.click()
  }
}

export async function confirmTime(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm Appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Secure Your Appointment' })).toBeVisible()
}

/** From the list to the payment step. */
export async function goToPayment(page: Page, packageName?: string): Promise<void> {
  await chooseVehicle(page)
  await choosePackage(page, packageName)
  await chooseFreeTime(page)
  await confirmTime(page)
}

export const cards = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  asksTheBank: '4000002760003184',
}

export async function fillPayment(page: Page, card: string): Promise<void> {
  await page.getByLabel('Phone Number').fill('6265550142')
  await fillCard(page, card)
}

function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure card payment input frame"]')
}

/** The card frame has its final place: a click on an element that still moves would be lost. */
export async function expectCardField(page: Page): Promise<void> {
  await expect(cardFrame(page).getByLabel('Credit or debit card number')).toBeEnabled()
}

export async function fillCard(page: Page, card: string): Promise<void> {
  const frame = cardFrame(page)
  await frame.getByLabel('Credit or debit card number').clear()
  await frame.getByLabel('Credit or debit card number').fill(card)
  await frame.getByLabel('Credit or debit card expiration date').fill('12 / 34')
  await frame.getByLabel('Credit or debit card CVC/CVV').fill('123')
}

export function secureButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Secure Appointment' })
}

export async function expectConfirmed(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Installation Appointment Confirmed!' })).toBeVisible({
    timeout: 20_000,
  })
}

/** The signed-in customer's appointments, from the server. */
export async function countAppointments(page: Page, customer: Customer): Promise<number> {
  const answer = await page.request.get(`/api/appointments/user/${encodeURIComponent(customer.email)}`)
  const list: unknown = await answer.json()
  return Array.isArray(list) ? list.length : -1
}
