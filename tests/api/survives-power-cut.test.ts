import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { bookingWindow, weekdaysOfWindow } from '../../contract/appointments/booking-window.ts'
import { startProduct, type Product } from '../support/start-product.ts'

let product: Product
const cycles = Number(process.env['POWER_CUTS'] ?? 2)

beforeAll(async () => {
  await ensureBuilt()
  product = await startProduct()
}, 120_000)
afterAll(async () => {
  await product.stop()
})

async function post(path: string, body: unknown, cookie = ''): Promise<Response> {
  return fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
}

type Listed = { id: string; status: string }

test('every acknowledged appointment is there after everything was killed while booking', async () => {
  const email = 'power@example.test'
  const signedUp = await post('/api/auth/sign-up/email', {
    name: 'Casey',
    email,
    password: 'midnight-garage-42',
  })
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const days = weekdaysOfWindow(bookingWindow(Date.now(), 'America/Los_Angeles'))
  const acknowledged: string[] = []
  const book = async (index: number): Promise<void> => {
    const time = index % 2 === 0 ? '09:00' : '12:00'
    const answer = await post(
      '/api/appointments',
      {
        paymentMethodId: 'pm_card_visa',
        amount: 499,
        capture_method: 'manual',
        name: 'Casey',
        email,
        phone: '6265550142',
        date: `${days[Math.floor(index / 4) % days.length]} ${time}`,
        vehicleInfo: { year: 2021, make: 'BMW', model: 'X5' },
        productId: 1,
      },
      cookie,
    )
    if (answer.status === 201) acknowledged.push(((await answer.json()) as { id: string }).id)
  }
  for (let cycle = 0; cycle < cycles; cycle++) {
    const before = acknowledged.length
    const bookings = Array.from({ length: 12 }, (_, index) => book(cycle * 12 + index).catch(() => undefined))
    await expect.poll(() => acknowledged.length, { interval: 1, timeout: 20_000 }).toBeGreaterThan(before)
    await product.kill()
    await Promise.all(bookings)
    await product.startAgain()
  }
  const answer = await fetch(`${product.url}/api/appointments/user/${encodeURIComponent(email)}`, {
    headers: { cookie },
  })
  const listed = (await answer.json()) as Listed[]
  const booked = new Set(listed.filter((one) => one.status === 'scheduled').map((one) => one.id))
  expect(acknowledged.filter((id) => !booked.has(id))).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(cycles)
}, 180_000)
