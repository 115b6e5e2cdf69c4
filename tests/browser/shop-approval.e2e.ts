import type { Locator, Page } from '@playwright/test'
import { addDays, formatLongDay, weekdayOf } from '../../contract/time.ts'
import { registerShop, shopIdOf, signUp, usualWeek } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { findStart } from './booked-customer.ts'
import {
  cards,
  choosePackage,
  chooseVehicle,
  confirmTime,
  dateRadios,
  expectConfirmed,
  fillPayment,
  secureButton,
  timeRadios,
} from './customer-journey.ts'
import { expectSoundAtEachWidth, expectSoundInBothLights } from './expect-sound.ts'
import { mailedLink } from './mailed-links.ts'
import { bookableDays, bookAt, enter, signInAdministrator, withOpenShop } from './shop-people.ts'

/** The row of a shop in the Shops tab. */
function shopRow(page: Page, businessName: string): Locator {
  return page.getByRole('row').filter({ hasText: businessName })
}

/** From My Appointments to the schedule, with the shortest package. */
async function goToSchedule(page: Page): Promise<void> {
  await chooseVehicle(page)
  await choosePackage(page, 'Smart Connect Essential')
  await expect(page.getByRole('group', { name: 'Location' })).toBeVisible()
}

function dateRadio(page: Page, day: string): Locator {
  // The strip shows 'Monday, December 7, 2026' without its year.
  return page.getByRole('radio', { name: formatLongDay(day).replace(/, \d{4}$/, '') })
}

/** A disabled start says why. */
async function expectTime(page: Page, displayTime: string, reason: string): Promise<void> {
  await expect(page.getByRole('radio', { name: `${displayTime} ${reason}` })).toBeDisabled()
}

test('an approved shop is selected and booked within its hours, and leaves the list when suspended @desktop', async ({
  page,
  product,
}) => {
  const businessName = `Hillside <b>Garage</b> ${Date.now()}`
  const short = { isOpen: true, open: '10:00', close: '15:00' }
  const shop = await registerShop(product, {
    businessName,
    businessHours: {
      ...usualWeek,
      Monday: short,
      Tuesday: short,
      Wednesday: { ...short, isOpen: false },
      Thursday: short,
      Friday: short,
    },
  })
  const administrator = await signInAdministrator(product)
  const customer = await signUp(product)
  const shopId = await shopIdOf(shop)
  try {
    await enter(page, product, customer, '/scheduler')
    await goToSchedule(page)
    await expect(page.getByRole('radio', { name: businessName })).toHaveCount(0)

    await enter(page, product, administrator, '/admin?view=shops')
    await expect(shopRow(page, businessName)).toContainText('Pending')
    await expect(shopRow(page, businessName)).toContainText(shop.email)
    // Shops pending approval come first, under the table's head.
    await expect(page.getByRole('row').nth(1)).toContainText('Pending')
    await expect(shopRow(page, businessName)).toContainText(
      'Email not confirmed yet. You can approve the shop after that.',
    )
    // Nothing in the list decides: two clicks at one spot approve no two shops.
    await expect(page.getByRole('table').getByRole('button')).toHaveCount(0)
    await shopRow(page, businessName).getByRole('link').click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const approval = page.getByRole('dialog')
    await expect(approval).toContainText('Open on 4 of 5 bookable days')
    await approval.getByRole('button', { name: 'Approve shop' }).click()
    await expect(approval.getByText(/its owner hasn’t confirmed the account’s email/)).toBeVisible()
    const [, token] = (await mailedLink(product, shop.email, '/verify-email')).split('#')
    expect((await shop.post('/api/auth/verify-email', { token })).status).toBe(200)
    await page.reload()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await approval.getByRole('button', { name: 'Approve shop' }).click()
    await expect(page.getByText('Shop approved')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()

    await enter(page, product, customer, '/scheduler')
    await page.getByRole('button', { name: 'Continue where you left off' }).click()
    await page.getByRole('radio', { name: businessName }).check()
    await expect(page.getByText('Thursday-Friday 10:00 AM - 3:00 PM')).toBeVisible()
    await expect(page.getByText('Wednesday Closed')).toBeVisible()
    await expect(dateRadios(page).and(page.getByLabel(/^Wednesday.*Closed$/))).toHaveCount(2)
    const day = (await bookableDays(product)).find((each) => weekdayOf(each) === 4) ?? ''
    await dateRadio(page, day).check()
    await expect(timeRadios(page)).toHaveCount(8)
    await expectTime(page, '9:00 AM', 'Before opening')
    await expectTime(page, '1:00 PM', 'Ends after closing')
    await timeRadios(page).and(page.locator('[value="12:00"]')).check()
    await confirmTime(page)
    await fillPayment(page, cards.approved)
    await secureButton(page).click()
    await expectConfirmed(page)
    await expect(page.getByText(businessName)).toBeVisible()

    await enter(page, product, administrator, `/admin?view=shop&shop=${shopId}`)
    await page.getByRole('button', { name: 'Suspend' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('It leaves the location list')
    await expect(question).toContainText('Its upcoming appointment is still on. We’ll email the customer')
    await expect(question.getByRole('listitem')).toHaveText([
      /no longer book there, move an appointment or change its package/,
      /keeps its booked appointments.*captures each payment after the appointment has ended/,
      /no longer sees customers’ emails, its board, statement or settings/,
    ])
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByLabel('Reason').fill('The door was closed.')
    await question.getByRole('button', { name: 'Suspend shop' }).click()
    await expect(page.getByText('Shop suspended')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve again' })).toBeVisible()

    await enter(page, product, shop, '/admin')
    await expect(page.getByText('Your shop is suspended.')).toBeVisible()
    await expect(page.getByText('The door was closed.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Workspace' }).getByRole('link')).toHaveText([
      'Appointments',
    ])
    await expect(page.getByRole('button', { name: 'Capture Payment' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Needs attention' })).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText('@')
    await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectSoundInBothLights(page, 'a suspended shop')

    await enter(page, product, customer, '/scheduler')
    const card = page.getByRole('article')
    await expect(card).toContainText('Awaiting fitment check')
    await expect(card).toContainText('This shop can’t take changes right now. Your appointment is still on.')
    await expect(card.getByRole('button', { name: 'Reschedule' })).toHaveCount(0)
    await card.getByRole('button', { name: 'Cancel Appointment' }).click()
    await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Cancelled' })).toBeVisible()
    await goToSchedule(page)
    await expect(page.getByRole('radio', { name: businessName })).toHaveCount(0)
  } finally {
    await administrator.patch(`/api/admin/shops/${shopId}/status`, { status: 'suspended' })
  }
})

test('a closure takes its days out of the date strip and of the calendar @desktop @whole', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Holiday Shop' }, async ({ shop, shopId }) => {
    const [first = '', second = '', third = ''] = await bookableDays(product)
    const { customer } = await bookAt(product, { shopId, date: `${third} 09:00` })
    const closure = { firstDay: addDays(first, -3), lastDay: second }
    expect((await shop.post(`/api/admin/shops/${shopId}/closures`, closure)).status).toBe(201)

    await enter(page, product, customer, '/scheduler')
    await page.getByRole('article').getByRole('button', { name: 'Reschedule' }).click()
    await expect(
      page.getByRole('grid').getByRole('button', { name: `${formatLongDay(first)}, Closed` }),
    ).toBeDisabled()
    await page.getByRole('article').getByRole('button', { name: 'Cancel', exact: true }).click()

    await goToSchedule(page)
    await page.getByRole('radio', { name: 'Holiday Shop' }).check()
    await expect(dateRadio(page, first)).toBeDisabled()
    await expect(dateRadio(page, first)).toHaveAccessibleName(/Closed/)
    await expect(dateRadio(page, second)).toBeDisabled()
    await expect(dateRadio(page, third)).toBeEnabled()
    await expect(page.getByText('Also closed:')).toBeVisible()
  })
})

test.describe('from Los Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('another shop clears the time and keeps the day, and a different time zone is named @desktop', async ({
    page,
    product,
  }) => {
    const east = { businessName: 'East Side', address: '1 Broadway, New York, NY 10004' }
    await withOpenShop(product, east, async () => {
      const customer = await signUp(product)
      // New York may be a day ahead, and its window then begins a day later.
      const [after = ''] = await bookableDays(product)
      const day = (await findStart(page, product, { after })).slice(0, 10)
      await enter(page, product, customer, '/scheduler')
      await goToSchedule(page)
      await expect(page.getByText('Select a location to see its dates.')).toBeVisible()
      await page.getByRole('radio', { name: 'Alhambra Auto Sports' }).check()
      await dateRadio(page, day).check()
      await expect(timeRadios(page)).toHaveCount(8)
      await expect(page.getByText('Times are in the shop’s time zone')).toHaveCount(0)
      // Other tests book there too: any free start will do.
      await timeRadios(page).and(page.locator(':enabled')).first().check()
      await expect(page.getByRole('button', { name: 'Confirm Appointment' })).toBeVisible()

      await page.getByRole('radio', { name: 'East Side' }).check()
      await expect(page.getByText(/^Times are in the shop’s time zone, E[SD]T\.$/)).toBeVisible()
      await expect(dateRadio(page, day)).toBeChecked()
      await expect(timeRadios(page)).toHaveCount(8)
      await expect(timeRadios(page).and(page.locator(':checked'))).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Confirm Appointment' })).toHaveCount(0)
    })
  })
})

test('the Shops tab is filtered by status, in the address, and says so when nothing is left @desktop @whole', async ({
  page,
  product,
}) => {
  await registerShop(product, { businessName: 'Waiting Works' })
  await enter(page, product, await signInAdministrator(product), '/admin?view=shops')
  await expect(shopRow(page, 'Waiting Works').first()).toBeVisible()
  await page.getByLabel('Status').selectOption('approved')
  await expect(page).toHaveURL(/status=approved/)
  await expect(shopRow(page, 'Waiting Works')).toHaveCount(0)
  await expect(shopRow(page, 'Alhambra Auto Sports')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Status')).toHaveValue('approved')
  await expect(shopRow(page, 'Waiting Works')).toHaveCount(0)
  await page.getByLabel('Status').selectOption('all')
  await page.getByRole('link', { name: 'Waiting Works' }).first().click()
  await expect(page.getByRole('heading', { name: 'Waiting Works' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
})

test('a registration is rejected with a reason, which the shop reads @desktop @whole', async ({
  page,
  product,
}) => {
  const shop = await registerShop(product, { businessName: 'Empty Lot' })
  const shopId = await shopIdOf(shop)
  await enter(page, product, await signInAdministrator(product), `/admin?view=shop&shop=${shopId}`)
  await expect(page.getByRole('button', { name: 'Suspend' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Reject shop' }).click()
  await expect(question.getByLabel('Reason')).toHaveAccessibleDescription(/Please give a reason/)
  await question.getByLabel('Reason').fill('We found no shop at this address.')
  await question.getByRole('button', { name: 'Reject shop' }).click()
  await expect(page.getByText('Shop rejected')).toBeVisible()
  await enter(page, product, shop, '/admin')
  await expect(page.getByText('Your shop was not approved.')).toBeVisible()
  await expect(page.getByText('We found no shop at this address.')).toBeVisible()
})

test('the Shops tab and its questions pass axe', async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const shop = await registerShop(product, { businessName: 'א'.repeat(60) + 'x'.repeat(60) })
  const staff = await signInAdministrator(product)
  await enter(page, product, staff, '/admin?view=shops')
  await expect(page.getByRole('table')).toBeVisible()
  await expectSoundAtEachWidth(page, 'shops')
  await enter(page, product, staff, `/admin?view=shop&shop=${await shopIdOf(shop)}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSoundAtEachWidth(page, 'rejection')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSoundAtEachWidth(page, 'approval')
})
