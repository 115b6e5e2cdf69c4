import { expect, type Page } from '@playwright/test'
import { fitmentFor, fittingCar } from '../support/orders.ts'
import type { Product } from '../support/start-product.ts'
import { signUp, type Customer } from './customer-journey.ts'

type Slot = { time: string; available: boolean }
type Payment = {
  id: string
  status: string
  amount: number
  payment_method: string
  metadata: { appointment_id: string }
}

export type Booked = { customer: Customer; id: string; date: string }

type BookingWish = {
  productId?: number
  /** A test card of the card provider, by its API name. */
  card?: string
  /** The end of the booking window for the day. */
  day?: 'first' | 'last'
  /** Leaves the bank's confirmation open: the appointment stays pending. */
  leavesBankOpen?: boolean
}

const prices: Record<number, number> = { 1: 499, 2: 799, 3: 1299 }

/** The first start on a bookable day, later than `after`, that fits even the longest package. */
export async function findStart(
  page: Page,
  { url }: Product,
  { day = 'first', after = '' }: { day?: 'first' | 'last'; after?: string } = {},
): Promise<string> {
  const { now } = (await (await page.request.get(`${url}/api/config`)).json()) as { now: string }
  const days = Array.from({ length: 14 }, (_, index) => 7 + index)
  for (const ahead of day === 'first' ? days : days.toReversed()) {
    const date = new Date(Date.parse(now) + ahead * 86_400_000).toISOString().slice(0, 10)
    if (date <= after) continue
    const answer = await page.request.get(`${url}/api/appointments/availability?date=${date}&productId=3`)
    const free = ((await answer.json()) as Slot[]).find(({ available }) => available)
    if (free) return `${date} ${free.time.padStart(5, '0')}`
  }
  throw new Error('No time is free in the whole window')
}

/** The provider's payments of an appointment, newest first. */
export async function paymentsOf(product: Product, id: string): Promise<Payment[]> {
  const answer = await fetch(`${product.sandboxUrl}/sandbox/payments.json`)
  const body = (await answer.json()) as Payment[] | { data: Payment[] }
  return (Array.isArray(body) ? body : body.data).filter(({ metadata }) => metadata.appointment_id === id)
}

export async function tellSandbox(product: Product, path: string, body: object): Promise<void> {
  const answer = await fetch(`${product.sandboxUrl}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** A new customer with one appointment, booked over the API, on My Appointments. */
export async function signUpBooked(page: Page, product: Product, wish: BookingWish = {}): Promise<Booked> {
  const { productId = 2, card = 'pm_card_visa', day = 'first', leavesBankOpen = false } = wish
  const customer = await signUp(page)
  const date = await findStart(page, product, { day })
  const data = {
    paymentMethodId: card,
    amount: prices[productId],
    capture_method: 'manual',
    name: customer.name,
    email: customer.email,
    phone: '6265550142',
    date,
    vehicleInfo: { ...fittingCar, vin: null },
    productId,
    ...fitmentFor(fittingCar, productId),
  }
  const headers = { origin: product.url, 'idempotency-key': `booked-${customer.email.slice(4, 40)}` }
  const send = () => page.request.post('/api/appointments', { data, headers })
  const answer = await send()
  expect(answer.status()).toBe(201)
  const { id, requiresAction } = (await answer.json()) as { id: string; requiresAction: boolean }
  if (requiresAction && !leavesBankOpen) {
    const [payment] = await paymentsOf(product, id)
    await tellSandbox(product, `payments/${payment?.id}/challenge`, { outcome: 'complete' })
    expect(((await (await send()).json()) as { requiresAction: boolean }).requiresAction).toBe(false)
  }
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  return { customer, id, date }
}

const bankFrame = 'iframe[title="3D Secure 2 Test Page"]'

/**
 * Answers on the bank's page over ours, and waits until it is gone. A fresh cross-origin frame may not be
 * hit-tested yet, and then the page around it takes the click, so the click is repeated.
 */
export async function answerBank(page: Page, answer: 'Complete' | 'Fail'): Promise<void> {
  const button = page.frameLocator(bankFrame).getByRole('button', { name: answer })
  await expect(button).toBeEnabled()
  await expect(async () => {
    if ((await page.locator(bankFrame).count()) > 0) await button.click({ timeout: 2_000 })
    await expect(page.locator(bankFrame)).toHaveCount(0, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}
