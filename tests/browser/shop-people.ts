import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import { bookingWindow, weekdaysOfWindow } from '../../contract/slots/booking-window.ts'
import { fitmentFor, fittingCar } from '../support/orders.ts'
import { openShop, send, signIn, signUp, type Person } from '../support/people.ts'
import { administrator, type BrowserProduct } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { paymentsOf, tellSandbox } from './booked-customer.ts'

export const shopZone = 'America/Los_Angeles'

/** Gives the browser a user's session and opens a page. */
export async function enter(page: Page, product: Product, person: Person, path: string): Promise<void> {
  const pairs = person.cookie.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair] as const)
  await page.context().clearCookies()
  await page
    .context()
    .addCookies(pairs.map(([name, pair]) => ({ name, value: pair.slice(name.length + 1), url: product.url })))
  await page.goto(path)
}

/** The administrator as an API client, for the preconditions of a test. */
export function signInAdministrator(product: Product): Promise<Person> {
  return signIn(product, administrator.email, administrator.password)
}

/** The weekdays that are bookable now, by the zone's calendar. */
export async function bookableDays(product: Product, zone = shopZone): Promise<string[]> {
  const { body } = await send(product, 'GET', '/api/config')
  return weekdaysOfWindow(bookingWindow(Date.parse(body.now), zone))
}

/** All tests of a worker register shops from one network, more than one network may within an hour. */
async function forgetRegistrations({ databaseUrl }: BrowserProduct): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`delete from rate_limits where key like '%register-shop%'`)
  await client.end()
}

type OpenShop = { shop: Person; shopId: number; administrator: Person }

/**
 * Runs with an approved shop and suspends it afterwards, so that other tests find the built-in shop alone.
 */
export async function withOpenShop(
  product: BrowserProduct,
  changes: Record<string, unknown>,
  run: (open: OpenShop) => Promise<void>,
): Promise<void> {
  await forgetRegistrations(product)
  const staff = await signInAdministrator(product)
  const { shop, shopId } = await openShop(product, staff, changes)
  try {
    await run({ shop, shopId, administrator: staff })
  } finally {
    await staff.patch(`/api/admin/shops/${shopId}/status`, { status: 'suspended' })
  }
}

/** A new customer with an appointment for the shortest package at a shop; `date` is the shop's wall time. */
export async function bookAt(
  product: Product,
  {
    shopId,
    date,
    name = 'Casey Rivera',
    phone = '(626) 555-0142',
    card = 'pm_card_visa',
  }: { shopId: number; date: string; name?: string; phone?: string; card?: string },
): Promise<{ customer: Person; id: string }> {
  const customer = await signUp(product)
  const order = {
    paymentMethodId: card,
    amount: 499,
    capture_method: 'manual',
    name,
    email: customer.email,
    phone,
    date,
    vehicleInfo: { ...fittingCar, vin: null },
    productId: 1,
    shopId,
    ...fitmentFor(fittingCar, 1),
  }
  const key = `order-${randomUUID()}`
  const book = () => customer.post('/api/appointments', order, { 'idempotency-key': key })
  const { status, body } = await book()
  expect(status, JSON.stringify(body)).toBe(201)
  const { id, requiresAction } = body as { id: string; requiresAction: boolean }
  if (requiresAction) {
    const [payment] = await paymentsOf(product, id)
    await tellSandbox(product, `payments/${payment?.id}/challenge`, { outcome: 'complete' })
    expect((await book()).body.requiresAction).toBe(false)
  }
  return { customer, id }
}
