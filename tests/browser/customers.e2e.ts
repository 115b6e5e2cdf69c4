import type { Page } from '@playwright/test'
import { fittingCar, fittingVin, orderFor } from '../support/orders.ts'
import { signUp, type Answer, type Person } from '../support/people.ts'
import { expect, testWithOwnProduct, type BrowserProduct } from '../support/product-fixture.ts'
import { chooseNewTime, dismissToast } from './customer-journey.ts'
import { expectSound, expectSoundInBothLights } from './expect-sound.ts'
import { enter, signInAdministrator } from './shop-people.ts'
import { findStart, signInAsStaff, openPart } from './staff-journey.ts'

const test = testWithOwnProduct()

function order(person: Person, date: string, vin: string | null = null): Promise<Answer> {
  const vehicleInfo = { ...fittingCar, vin }
  return person.post('/api/appointments', orderFor({ bookableDays: () => [] }, { vehicleInfo, date }))
}

let lastVin = 0

/** A customer who hit the limit of appointments of one vehicle. */
async function limitedCustomer(product: BrowserProduct): Promise<Person> {
  const person = await signUp(product)
  lastVin += 1
  const vin = fittingVin(lastVin)
  expect((await order(person, await findStart(product, 5, 'last'), vin)).status).toBe(201)
  const again = await order(person, await findStart(product, 5, 'first'), vin)
  expect(again.headers.get('x-refusal')).toBe('vehicle_has_appointment')
  return person
}

const cardOf = (page: Page, { email }: Person) => page.getByRole('listitem').filter({ hasText: email })

test('an administrator sees who hit a limit, lifts it, blocks and unblocks the customer', async ({
  page,
  product,
  isMobile,
}) => {
  const person = await limitedCustomer(product)
  await signInAsStaff(page)
  await openPart(page, 'Today')
  const panel = page.getByRole('region', { name: 'Needs attention' })
  await expect(panel.getByText('1 customer hit a limit.', { exact: true })).toBeVisible()
  await panel.getByRole('link', { name: 'View customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers who hit a limit' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  // On a phone the page is behind More.
  const tab = isMobile
    ? page.getByRole('button', { name: 'More' })
    : page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Customers' })
  await expect(tab).toHaveAttribute('aria-current', isMobile ? 'true' : 'page')
  await expect(tab).toBeInViewport({ ratio: 1 })
  const card = cardOf(page, person)
  await expect(card).toContainText('Appointments of one vehicle')
  await expect(card).toContainText('Hit once from')
  await expectSoundInBothLights(page, 'the customers who hit a limit')

  await card.getByRole('button', { name: /^Lift a limit/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Limit')).toHaveValue('vehicle_has_appointment')
  await dialog.getByRole('button', { name: 'Lift limit' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await expectSoundInBothLights(page, 'lifting a limit')
  await dialog.getByLabel('Reason').fill('Owns a fleet')
  await dialog.getByRole('button', { name: 'Lift limit' }).click()
  await expect(page.getByText('Limit lifted', { exact: true })).toBeVisible()
  await dismissToast(page)
  await expect(card).toContainText('Appointments of one vehicle: lifted until')

  await card.getByRole('button', { name: /^Block/ }).click()
  await dialog.getByLabel('Reason').fill('Takes every slot')
  await dialog.getByRole('button', { name: 'Block customer' }).click()
  await expect(page.getByText('Customer blocked', { exact: true })).toBeVisible()
  await dismissToast(page)
  await expect(card).toContainText('Blocked')
  const refused = await order(person, await findStart(product, 5, 'first'))
  expect(refused.headers.get('x-refusal')).toBe('customer_blocked')
  await card.getByText('2 decisions').click()
  await expect(card).toContainText('Takes every slot')
  await expectSound(page, 'a blocked customer')

  await card.getByRole('button', { name: /^Unblock/ }).click()
  await dialog.getByLabel('Reason').fill('Called us')
  await dialog.getByRole('button', { name: 'Unblock customer' }).click()
  await expect(page.getByText('Customer unblocked', { exact: true })).toBeVisible()
  expect((await order(person, await findStart(product, 5, 'first'))).status).toBe(201)
})

test('a customer who hit no limit is found by email, and an unknown one in words @desktop', async ({
  page,
  product,
}) => {
  const person = await signUp(product)
  await signInAsStaff(page)
  await page.goto('/admin?view=customers')
  await expect(page.getByRole('region', { name: 'Customers', exact: true })).toBeVisible()
  const search = page.getByRole('search', { name: 'Find a customer' })
  await search.getByLabel('Customer’s email').fill(` ${person.email.toUpperCase()} `)
  await search.getByRole('button', { name: 'Find' }).click()
  await expect(cardOf(page, person)).toContainText('(not confirmed)')
  await search.getByLabel('Customer’s email').fill('nobody@example.test')
  await search.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('No customer has this email address.')).toBeVisible()
  await search.getByRole('button', { name: 'Show all' }).click()
  await page.route('**/api/admin/customers*', (route) => route.abort())
  await search.getByLabel('Customer’s email').fill('other@example.test')
  await search.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/admin/customers*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No customer has this email address.')).toBeVisible()
})

test('a blocked customer is told so in words, and still sees and cancels @desktop', async ({
  page,
  product,
}) => {
  const person = await limitedCustomer(product)
  const admin = await signInAdministrator(product)
  const { customers } = (await admin.get(`/api/admin/customers?email=${person.email}`)).body
  await admin.post(`/api/admin/customers/${customers[0].id}/decisions`, {
    decision: 'block',
    reason: 'Takes every slot',
  })
  await enter(page, product, person, '/appointments')
  // Before an order or a move is filled in.
  await expect(page.getByText(/^Booking is paused for your account\./)).toBeVisible()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await chooseNewTime(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(/^Booking is paused for your account\./).nth(1)).toBeVisible()
  await expectSound(page, 'the refusal of a blocked customer')
})
