import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { fitmentFor, fittingCar, fittingVin } from '../support/orders.ts'
import { openShop as openShopOf, send, signUp, type Person } from '../support/people.ts'
import { administrator } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { paymentsOf, tellSandbox } from './booked-customer.ts'
import { dismissToast } from './customer-journey.ts'
import { signInAdministrator } from './shop-people.ts'

export { testWithTurnedClock as test } from '../support/product-fixture.ts'

export type Job = { id: string; name: string; email: string; vin: string; date: string; customer: Person }
type JobWish = {
  name?: string
  card?: string
  day?: 'first' | 'last'
  /** The first day to look at, e.g. '2027-02-01'. */
  from?: string
  shopId?: number
  /** Leaves the bank's confirmation open. */
  leavesBankOpen?: boolean
  /** A car other than the one that every package fits. */
  car?: { year: number; make: string; model: string }
}
type Slot = { time: string; available: boolean }

export async function presentTime(product: Product): Promise<number> {
  const { now } = (await send(product, 'GET', '/api/config')).body as { now: string }
  return Date.parse(now)
}

/** The first free start of the shortest package on the first or the last bookable day that has one. */
export async function findStart(
  product: Product,
  shopId: number,
  day: 'first' | 'last',
  from = '',
): Promise<string> {
  const now = await presentTime(product)
  const days = Array.from({ length: 14 }, (_, index) => 7 + index)
  for (const ahead of day === 'first' ? days : days.toReversed()) {
    const date = new Date(now + ahead * 86_400_000).toISOString().slice(0, 10)
    if (date < from) continue
    const path = `/api/appointments/availability?date=${date}&productId=1&shopId=${shopId}`
    const free = ((await send(product, 'GET', path)).body as Slot[]).find(({ available }) => available)
    if (free) return `${date} ${free.time.padStart(5, '0')}`
  }
  throw new Error('No time is free in the whole window')
}

let lastVin = 0

/** A new customer books the first package for $499 over the API. */
export async function book(product: Product, wish: JobWish = {}): Promise<Job> {
  const {
    name = 'Pat Customer',
    card = 'pm_card_visa',
    day = 'first',
    shopId = 5,
    from,
    leavesBankOpen,
    car,
  } = wish
  const email = `staff-${randomUUID()}@example.test`
  const customer = await signUp(product, email)
  const date = await findStart(product, shopId, day, from)
  lastVin += 1
  const vin = fittingVin(lastVin)
  const body = {
    paymentMethodId: card,
    amount: 499,
    capture_method: 'manual',
    name,
    email,
    phone: '6265550142',
    date,
    vehicleInfo: car ?? { ...fittingCar, vin },
    productId: 1,
    shopId,
    ...fitmentFor(car ?? fittingCar, 1),
  }
  const order = () =>
    customer.post('/api/appointments', body, { 'idempotency-key': `order-${email.slice(6, 40)}` })
  const answer = await order()
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const { id } = answer.body as { id: string }
  if (answer.body.requiresAction && !leavesBankOpen) {
    const [payment] = await paymentsOf(product, id)
    await tellSandbox(product, `payments/${payment?.id}/challenge`, { outcome: 'complete' })
    expect((await order()).body.requiresAction).toBe(false)
  }
  return { id, name, email, vin, date, customer }
}

export async function captureByHand(product: Product, { id }: Job): Promise<void> {
  const admin = await signInAdministrator(product)
  expect((await admin.post(`/api/admin/appointments/${id}/capture`)).status).toBe(200)
}

export async function cancelByHand(product: Product, { id }: Job): Promise<void> {
  const admin = await signInAdministrator(product)
  const answer = await admin.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
  expect(answer.status).toBe(200)
}

export type StaffShop = { id: number; email: string; password: string }

/** An approved shop with one bay. */
export async function openShop(product: Product, businessName: string): Promise<StaffShop> {
  const admin = await signInAdministrator(product)
  const { shop, shopId } = await openShopOf(product, admin, { businessName })
  return { id: shopId, email: shop.email, password: shop.password }
}

/** Opens a part of the workspace by its navigation. */
export async function openPart(page: Page, name: string): Promise<void> {
  const part = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name, exact: true })
  await part.click()
  const heading = name === 'Appointments' ? 'Appointment Management' : name
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
}

/** Signs in on the login screen, where staff arrive at Today, and opens Appointment Management. */
export async function signInAsStaff(
  page: Page,
  { email, password }: { email: string; password: string } = administrator,
): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await dismissToast(page)
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible({ timeout: 20_000 })
  await openPart(page, 'Appointments')
}

/** The row of an appointment in the table, or its card on a phone. */
export function rowOf(page: Page, { email }: Pick<Job, 'email'>): Locator {
  return page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: email })
}

/** Searches for one appointment, so that it is alone among any other data. */
export async function searchFor(page: Page, job: Job): Promise<Locator> {
  await page.getByLabel('Search').fill(job.email)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await expect(rowOf(page, job)).toHaveCount(1)
  return rowOf(page, job)
}

/** The filters other than the search and the quick ranges are behind a button. */
export async function showFilters(page: Page): Promise<void> {
  await expect(page.getByLabel('Search')).toBeVisible()
  const more = page.getByRole('button', { name: /^Filters/, expanded: false })
  if (await more.isVisible()) await more.click()
}

/** Presses the button that charges an appointment whose work has not begun, and agrees to the question. */
export async function captureIn(place: Locator): Promise<void> {
  await place
    .getByRole('button', { name: /^(Capture Payment|Charge \$.*)$/ })
    .filter({ visible: true })
    .click()
  await agreeToCharge(place.page())
}

/** Agrees to the question before a charge. */
export async function agreeToCharge(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: /^Charge \$/ })
    .getByRole('button', { name: /^Charge \$/ })
    .click()
}
