import type { Locator, Page } from '@playwright/test'
import { whatToBring } from '../../contract/booking/what-to-bring.ts'
import { administrator, expect, testWithTurnedClock as test } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { findStart, signUpBooked, tellSandbox, type Booked } from './booked-customer.ts'
import { comeBack } from './come-back.ts'
import { expectSound, expectSoundInBothLights } from './expect-sound.ts'

async function turnClockTo(product: Product, instant: number): Promise<void> {
  const { now } = (await (await fetch(`${product.url}/api/config`)).json()) as { now: string }
  await tellSandbox(product, 'clock', { advanceSeconds: Math.ceil((instant - Date.parse(now)) / 1000) })
}

/** The instant of a wall time of the built-in shop. */
function inAlhambra(wallTime: string): number {
  const asUtc = Date.parse(`${wallTime.replace(' ', 'T')}:00Z`)
  const shown = new Date(asUtc).toLocaleString('sv-SE', { timeZone: 'America/Los_Angeles' })
  return asUtc + (asUtc - Date.parse(`${shown.replace(' ', 'T')}Z`))
}

/** Books one more appointment for the signed-in customer. */
async function bookAnother(page: Page, product: Product, { customer }: Booked, date: string) {
  const data = {
    paymentMethodId: 'pm_card_visa',
    amount: 499,
    capture_method: 'manual',
    name: customer.name,
    email: customer.email,
    phone: '6265550142',
    date,
    vehicleInfo: { year: 2012, make: 'Lexus', model: 'RX' },
    productId: 1,
    fitment: { answers: { 'lexus-control': 'mouse' }, acceptedConditions: [], ruleVersion: 1 },
  }
  const headers = { origin: product.url, 'idempotency-key': crypto.randomUUID() }
  const answer = await page.request.post('/api/appointments', { data, headers })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

async function capture(page: Page, product: Product, id: string) {
  const staff = await page.context().browser()!.newContext({ baseURL: product.url })
  const headers = { origin: product.url }
  await staff.request.post('/api/auth/sign-in/email', { data: administrator, headers })
  const answer = await staff.request.post(`/api/admin/appointments/${id}/capture`, { headers })
  expect(answer.status()).toBe(200)
  await staff.close()
}

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).dblclick()

test('the next appointment counts down the days, and then shows the payment @desktop', async ({
  page,
  product,
}) => {
  const booked = await signUpBooked(page, product)
  await bookAnother(
    page,
    product,
    booked,
    await findStart(page, product, { after: booked.date.slice(0, 10) }),
  )
  const start = inAlhambra(booked.date)
  // A page left open follows the shop's calendar when it regains focus.
  await turnClockTo(product, start - 6 * 86_400_000)
  await comeBack(page)
  const cards = page.getByRole('region', { name: 'Upcoming' }).getByRole('article')
  await expect(cards).toHaveCount(2)
  const next = cards.first()
  await expect(next).toContainText('In 6 days')
  await expect(next).toContainText('What to bring')
  await expect(next.getByRole('listitem')).toHaveText([...whatToBring])
  await expect(next).toContainText(/\$799 with parts and labor\. Ready around \d+:00 PM\./)
  // Shown once: the package and its duration.
  await expect(next.getByText('Smart Connect Premium')).toHaveCount(1)
  await expect(next.getByText('3-4 hours')).toHaveCount(1)
  await expect(next.getByRole('link', { name: 'Directions (opens in a new tab)' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=\S*Alhambra/,
  )
  const file = page.waitForEvent('download')
  await next.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await file).suggestedFilename()).toBe('appointment.ics')
  await expect(cards.nth(1)).not.toContainText('What to bring')
  await expect(cards.nth(1)).toContainText('2012 Lexus RX')

  await turnClockTo(product, start - 30 * 3_600_000)
  await comeBack(page)
  await expect(next).toContainText('Tomorrow')
  await turnClockTo(product, start - 60_000)
  await refresh(page)
  await expect(next).toContainText(/Today at \d+:00 [AP]M/)

  await turnClockTo(product, start + 60_000)
  await refresh(page)
  await expect(next).toContainText(/Your appointment started at \d+:00 [AP]M\. Ready around/)

  // The first is planned to be over, so the other is the next one; its open editor stays.
  await cards.nth(1).getByRole('button', { name: 'Change Package' }).click()
  await turnClockTo(product, start + 4 * 3_600_000 + 60_000)
  await refresh(page)
  await expect(next).toContainText('2012 Lexus RX')
  await expect(next).toContainText('What to bring')
  await expect(next.getByText('Your current package')).toBeVisible()
  const past = page.getByRole('region', { name: 'Past' }).getByRole('article')
  await expect(past).toContainText('Scheduled')
  await expect(past.getByRole('button', { name: /Change|Reschedule|Cancel|receipt/ })).toHaveCount(0)

  await capture(page, product, booked.id)
  await refresh(page)
  await expect(past).toContainText('Completed')
  const paidOn = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    month: 'short',
    day: 'numeric',
  }).format(start)
  await expect(past).toContainText(`Paid $799 on ${paidOn} with your Visa ending in 4242.`)
  // Until the mail is sent the receipt is said to be on its way.
  await expect(async () => {
    await refresh(page)
    const receipt = `We emailed the receipt to ${booked.customer.email}.`
    await expect(past).toContainText(receipt, { timeout: 1_000 })
  }).toPass()
  await expect(past).not.toContainText('held')
  const widthOf = async (card: Locator) => (await card.boundingBox())?.width
  expect(await widthOf(past)).toBe(await widthOf(next))
  await expectSoundInBothLights(page, 'one ahead, one paid')

  await past.getByRole('button', { name: 'View receipt' }).click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  for (const fact of ['$799', 'Visa ending in 4242', '2013 BMW X5', booked.customer.email])
    await expect(receipt).toContainText(fact)
  await expectSoundInBothLights(page, 'the receipt')
  await page.keyboard.press('Escape')
  await past.getByRole('button', { name: 'Book again' }).click()
  await expect(page.getByRole('heading', { name: 'Select Your Upgrade Package' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Vehicle Information' }).click()
  await expect(page.getByLabel('Vehicle Model')).toHaveValue('X5')
})

test('of many that are over the latest are shown, and a list that cannot be loaded again stays @phone @whole', async ({
  page,
  product,
}) => {
  const booked = await signUpBooked(page, product)
  // Appointments of one customer may not overlap.
  const later = await findStart(page, product, { after: booked.date.slice(0, 10) })
  for (const hour of ['09:00', '10:00', '11:00', '12:00', '13:00']) {
    const id = await bookAnother(page, product, booked, `${later.slice(0, 10)} ${hour}`)
    const headers = { origin: product.url }
    await page.request.patch(`/api/appointments/${id}`, { data: { status: 'cancelled' }, headers })
  }
  await refresh(page)
  const cancelled = page.getByRole('region', { name: 'Cancelled' })
  await expect(cancelled.getByRole('article')).toHaveCount(4)
  await expect(cancelled.getByText('1 earlier appointment', { exact: true })).toBeVisible()

  await page.context().setOffline(true)
  await refresh(page)
  const note = page
    .getByRole('alert')
    .filter({ hasText: /No connection.* Below is how it was at \d+:\d\d [AP]M/ })
  await expect(note).toBeVisible()
  await expect(page.getByRole('region', { name: 'Upcoming' }).getByRole('article')).toHaveCount(1)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectSound(page, 'an old list')
  await page.context().setOffline(false)
  await expect(note).toBeHidden()

  // One of the earliest, so it moves to the folded ones with the focus.
  await page.getByRole('button', { name: 'Cancel Appointment' }).click()
  await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await expect(cancelled.getByText('2 earlier appointments')).toBeVisible()
  await expect(cancelled.getByRole('article')).toHaveCount(6)
  await expect(cancelled.locator('details h3:focus')).toContainText('9:00 AM')
})
