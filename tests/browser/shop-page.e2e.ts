import type { Page } from '@playwright/test'
import { registerShop, shopIdOf, type Person } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { dismissToast } from './customer-journey.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

async function enterShop(page: Page, product: Product, shop: Person): Promise<void> {
  await enter(page, product, shop, '/admin?view=shop')
  await expect(page.getByRole('heading', { name: 'Business Hours' })).toBeVisible()
}

async function expectSaved(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: title })).toBeVisible()
}

test('a change of hours is saved, lists conflicting appointments, and changes none of them @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Tight Hours' }, async ({ shop, shopId }) => {
    const [day = ''] = await bookableDays(product)
    const { customer } = await bookAt(product, { shopId, date: `${day} 14:00`, name: 'Late <i>Lee</i>' })
    await enterShop(page, product, shop)
    await page.getByLabel('Monday Closing Hour').fill('16:00')
    await page.getByRole('button', { name: 'Copy Monday to all open days' }).click()
    await page.getByRole('button', { name: 'Save hours' }).click()
    const question = page.getByRole('dialog', { name: '1 appointment would no longer fit' })
    await expect(question).toContainText('Late <i>Lee</i>')
    await question.getByRole('button', { name: 'Go back' }).click()
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await question.getByRole('button', { name: 'Save hours' }).click()
    await expectSaved(page, 'Hours saved')
    await expectSaved(page, '1 appointment no longer fits.')

    const misfits = page.getByRole('region', { name: '1 appointment no longer fits your hours.' })
    await expect(misfits).toContainText('It stays booked.')
    await expect(misfits.getByRole('listitem')).toContainText('at 2:00 PM')
    await expect(misfits.getByRole('listitem')).toContainText('It ends after closing.')
    await expect(misfits.getByRole('listitem')).toContainText('Late <i>Lee</i>')
    await expect(misfits.getByRole('link', { name: '(626) 555-0142' })).toHaveAttribute(
      'href',
      'tel:+16265550142',
    )
    await misfits.getByRole('button', { name: 'Details' }).click()
    await expect(page.getByRole('dialog', { name: 'Appointment Details' })).toContainText('Late <i>Lee</i>')
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/appointment=/)

    const own = (await customer.get(`/api/appointments/user/${encodeURIComponent(customer.email)}`)).body
    expect(own).toMatchObject([{ appointmentDate: `${day} 14:00:00`, status: 'scheduled' }])

    await page.reload()
    await expect(page.getByLabel('Friday Closing Hour')).toHaveValue('16:00')
    await page.getByLabel('Monday Closing Hour').fill('17:00')
    await page.getByRole('button', { name: 'Copy Monday to all open days' }).click()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText('no longer fits your hours')).toHaveCount(0)
  })
})

test('hours that close before they open are said at the field and change nothing @desktop @whole', async ({
  page,
  product,
}) => {
  const shop = await registerShop(product)
  await enterShop(page, product, shop)
  const closing = page.getByLabel('Wednesday Closing Hour')
  await closing.fill('09:00')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(closing).toHaveAccessibleDescription('Closing Hour must be after Opening Hour')
  await expect(closing).toBeFocused()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(closing).toHaveValue('17:00')
  await expect(page.getByText('Closing Hour must be after Opening Hour')).toHaveCount(0)
})

test('closures are added, refused in the wrong order, listed and removed @desktop', async ({
  page,
  product,
}) => {
  const shop = await registerShop(product)
  const [first = '', second = '', third = ''] = await bookableDays(product)
  const closed = { firstDay: third, lastDay: third, reason: 'Stocktaking' }
  await shop.post(`/api/admin/shops/${await shopIdOf(shop)}/closures`, closed)
  await enterShop(page, product, shop)
  const add = page.getByRole('button', { name: 'Add closure' })
  await expect(add).toBeDisabled()
  await page.getByLabel('First Day').fill(second)
  await page.getByLabel('Last Day').fill(first)
  await add.click()
  await expect(page.getByLabel('Last Day')).toHaveAccessibleDescription(
    /The last day must not be before the first/,
  )
  await page.getByLabel('First Day').fill('2020-01-01')
  await page.getByLabel('Last Day').fill('')
  await add.click()
  await expect(page.getByLabel('Last Day')).toHaveAccessibleDescription(/These days are over/)
  await dismissToast(page)
  await page.getByLabel('First Day').fill(first)
  await page.getByLabel('Last Day').fill(second)
  await page.getByLabel('Reason').fill('Painting the floor')
  await add.click()
  await expectSaved(page, 'Closure added')
  await expect(page.getByLabel('First Day')).toHaveValue('')
  await expect(add).toBeDisabled()
  await expect(add).toBeFocused()
  const closure = page.getByRole('listitem').filter({ hasText: 'Painting the floor' })
  await closure.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await closure.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove closure' }).click()
  await expectSaved(page, 'Closure removed')
  await expect(page.getByRole('region', { name: 'Closures' })).toBeFocused()

  // The same days twice are refused at the field.
  await page.getByLabel('First Day').fill(third)
  await add.click()
  await expect(page.getByLabel('First Day')).toHaveAccessibleDescription('These days are already closed.')
})

test('bays are added, renamed and taken out of use, but never the last one @desktop @whole', async ({
  page,
  product,
}) => {
  const shop = await registerShop(product)
  await enterShop(page, product, shop)
  const bay = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const question = page.getByRole('dialog', { name: 'Take Bay 1 out of use?' })
  const takeOut = question.getByRole('button', { name: 'Take out of use' })
  await bay('Bay 1').getByRole('button', { name: 'Take out of use' }).click()
  await expect(question).toContainText('It has no upcoming appointments.')
  await takeOut.click()
  await expect(question.getByRole('alert')).toHaveText('A shop needs at least one bay in use.')
  await question.getByRole('button', { name: 'Keep in use' }).click()

  await page.getByLabel('New Bay').fill('bay 1')
  await page.getByRole('button', { name: 'Add bay' }).click()
  await expect(page.getByLabel('New Bay')).toHaveAccessibleDescription(
    'There’s already a bay with that name.',
  )
  await page.getByLabel('New Bay').fill('Lift')
  await page.getByRole('button', { name: 'Add bay' }).click()
  await expectSaved(page, 'Bay added')

  await bay('Bay 1').getByRole('button', { name: 'Take out of use' }).click()
  await takeOut.click()
  await expectSaved(page, 'Bay out of use')
  await expect(bay('Bay 1')).toContainText('Out of use')
  await bay('Lift').getByRole('button', { name: 'Rename' }).click()
  const newName = page.getByRole('textbox', { name: 'New name' })
  await expect(newName).toBeFocused()
  await newName.fill('Two-post lift')
  await newName.press('Enter')
  await expectSaved(page, 'Bay renamed')
  await expect(bay('Two-post lift').getByRole('button', { name: 'Rename' })).toBeFocused()
  await bay('Bay 1').getByRole('button', { name: 'Put back in use' }).click()
  await expectSaved(page, 'Bay in use')
  await expect(bay('Bay 1')).not.toContainText('Out of use')
})

test('a new payout method shows only its last four characters, and earlier inputs are cleared @desktop', async ({
  page,
  product,
}) => {
  const shop = await registerShop(product)
  await enterShop(page, product, shop)
  const payout = page.getByRole('region', { name: 'Payout', exact: true })
  await expect(payout).toContainText('ACH Direct Deposit')
  await expect(payout).toContainText('ends in 6789')
  await payout.getByLabel('Payment Method').selectOption('ACH Direct Deposit')
  await expect(payout.getByLabel('Account Number')).toHaveValue('')
  await expect(payout.getByLabel('Routing Number')).toHaveValue('')
  await payout.getByLabel('Account Number').fill('abc')
  await payout.getByLabel('Routing Number').fill('111111111')
  await payout.getByRole('button', { name: 'Save payout' }).click()
  await expect(payout.getByLabel('Routing Number')).toHaveAccessibleDescription(/check the routing number/)
  await expect(payout.getByLabel('Account Number')).toHaveAccessibleDescription(/check the account number/)
  await expect(payout.getByLabel('Account Number')).toHaveValue('abc')
  await payout.getByLabel('Routing Number').fill('')
  await payout.getByLabel('Account Number').fill('999900004321')
  await payout.getByRole('button', { name: 'Save payout' }).click()
  await expectSaved(page, 'Payout saved')
  await expect(payout).toContainText('ends in 4321')
  await expect(payout).toContainText('ends in 0021')

  await payout.getByLabel('Payment Method').selectOption('PayPal')
  await expect(payout).toContainText('The ACH Direct Deposit details are deleted when you save.')
  await payout.getByLabel('PayPal Email').fill('wrong')
  await payout.getByRole('button', { name: 'Save payout' }).click()
  await expect(payout.getByLabel('PayPal Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  await payout.getByLabel('PayPal Email').fill('money@example.test')
  await payout.getByRole('button', { name: 'Save payout' }).click()
  await expect(payout).toContainText('ends in test')
  await expect(payout).not.toContainText('4321')
  await page.reload()
  await expect(payout).toContainText('ends in test')
  expect(await page.content()).not.toContain('money@example.test')
})

test('unsaved inputs are kept, and leaving the page needs a confirmation @desktop', async ({
  page,
  product,
}) => {
  const shop = await registerShop(product)
  await enterShop(page, product, shop)
  await page.getByLabel('Business Name').fill('Third Gear')
  await page.getByRole('link', { name: 'Appointments', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toContainText('name and place')
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByLabel('Business Name')).toHaveValue('Third Gear')
  await page.getByRole('link', { name: 'Appointments', exact: true }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(page.getByLabel('Business Name')).toHaveValue('Third Gear')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Save name and place' }).click()
  await expectSaved(page, 'Shop saved')
  await expect(page.getByRole('heading', { name: 'Third Gear' })).toBeVisible()
  await page.getByRole('link', { name: 'Appointments', exact: true }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('an address that is nowhere is refused at its field; a real one brings its place and zone @desktop @whole', async ({
  page,
  product,
}) => {
  const shop = await registerShop(product)
  await enterShop(page, product, shop)
  const address = page.getByLabel('Address')
  await address.fill('Nowhere at all')
  await page.getByRole('button', { name: 'Save name and place' }).click()
  await expect(address).toHaveAccessibleDescription(
    'Address not found. Please check it, with city and state.',
  )
  await address.fill('1 Main Street, Denver, CO 80202')
  await page.getByRole('button', { name: 'Save name and place' }).click()
  await expectSaved(page, 'Shop saved')
  await expect(page.getByLabel('Time Zone')).toHaveValue('America/Denver')
  await expect(page.getByText(/^Located at 39\./)).toBeVisible()
})

test('a month’s statement lists captured, refunded and owed amounts, and downloads as a file @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Paid Shop' }, async ({ shop, shopId, administrator }) => {
    const [day = ''] = await bookableDays(product)
    const kept = await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Kept <b>Kim</b>' })
    const refunded = await bookAt(product, { shopId, date: `${day} 14:00`, name: 'Refunded Ray' })
    for (const { id } of [kept, refunded])
      expect((await administrator.post(`/api/admin/appointments/${id}/capture`)).status).toBe(200)
    const cancelled = await administrator.patch(`/api/admin/appointments/${refunded.id}/status`, {
      status: 'cancelled',
    })
    expect(cancelled.status).toBe(200)

    await enterShop(page, product, shop)
    const statement = page.getByRole('region', { name: 'Payout statement' })
    await expect(statement.getByRole('row')).toHaveCount(4)
    await expect(statement.getByRole('row').filter({ hasText: 'Kept <b>Kim</b>' })).toContainText('$499')
    await expect(statement.getByRole('row').filter({ hasText: '−$499' })).toContainText('Refunded Ray')
    await expect(statement.getByRole('definition')).toHaveText(['$998', '−$499', '$0', '$499'])

    const download = page.waitForEvent('download')
    await statement.getByRole('link', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)

    const months = statement.getByLabel('Month').getByRole('option')
    await statement.getByLabel('Month').selectOption({ index: (await months.count()) - 1 })
    await expect(statement.getByText(/^No money moved in /)).toBeVisible()
  })
})

test("a shop's page is closed to other users @desktop", async ({ page, product }) => {
  const shopId = await shopIdOf(await registerShop(product, { businessName: 'Not Yours' }))
  const other = await registerShop(product, { businessName: 'Mine Alone' })
  await enter(page, product, other, `/admin?view=shop&shop=${shopId}`)
  await expect(page.getByRole('heading', { name: 'Mine Alone' })).toBeVisible()
  await expect(page.getByText('Not Yours')).toHaveCount(0)
})

test("a shop's page passes axe, as it is and with changes", async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await withOpenShop(product, { businessName: 'Sound Shop' }, async ({ shop, shopId, administrator }) => {
    const [day = ''] = await bookableDays(product)
    const { id } = await bookAt(product, { shopId, date: `${day} 09:00` })
    expect((await administrator.post(`/api/admin/appointments/${id}/capture`)).status).toBe(200)
    await bookAt(product, { shopId, date: `${day} 14:00` })
    await shop.post(`/api/admin/shops/${shopId}/closures`, { firstDay: day, lastDay: day, reason: 'Fair' })
    await enterShop(page, product, shop)
    // The captured one as well: its work is still to come.
    await expect(page.getByText('2 appointments no longer fit your hours')).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Captured' })).toBeVisible()
    await expectSoundAtEachWidth(page, 'shop')
    await page.getByLabel('Payment Method').selectOption('Venmo')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Monday Closing Hour').fill('01:00')
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText('Closing Hour must be after Opening Hour')).toBeVisible()
    await expectSoundAtEachWidth(page, 'shop with changes')
    await page.getByRole('link', { name: 'Appointments', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSoundAtEachWidth(page, 'leaving')
  })
})

test('each day says what can be booked from it @desktop', async ({ page, product }) => {
  const shop = await registerShop(product)
  await enterShop(page, product, shop)
  const offer = (day: string) => page.getByLabel(`${day} bookings`)
  await page.getByLabel('Friday Opening Hour').fill('09:30')
  await page.getByLabel('Friday Closing Hour').fill('13:00')
  await expect(offer('Friday')).toContainText('Essential at 10 AM only')
  await expect(offer('Friday')).toContainText('Too short for Premium and Ultra Connect Pro')
  await expect(offer('Saturday')).toContainText('Not booked online')
  await page.getByLabel('Thursday Closing Hour').fill('10:00')
  await expect(offer('Thursday')).toContainText('Nothing can be booked')
  await page.getByRole('switch', { name: 'Thursday' }).uncheck()
  await expect(offer('Thursday')).toBeEmpty()
})

test('an approved shop’s new name waits, and an administrator decides with old and new side by side @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Old Sign' }, async ({ shop, shopId, administrator }) => {
    await enterShop(page, product, shop)
    await page.getByLabel('Business Name').fill('New Sign')
    await page.getByRole('button', { name: 'Save name and place' }).click()
    await expectSaved(page, 'Saved. Waiting for approval')
    await expect(page.getByRole('heading', { name: 'Old Sign' })).toBeVisible()
    await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible()

    await enter(page, product, administrator, '/admin?view=shops')
    const row = page.getByRole('row').filter({ hasText: 'Old Sign' })
    await expect(row).toContainText('Change to approve')
    await row.getByRole('link', { name: 'Old Sign' }).click()
    await expect(page.getByText('New Sign')).toBeVisible()
    await page.getByRole('button', { name: 'Reject change' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(question.getByLabel('Reason')).toHaveAccessibleDescription(/Please give a reason/)
    await question.getByLabel('Reason').fill('Another shop has this name.')
    await question.getByRole('button', { name: 'Reject', exact: true }).click()
    await expectSaved(page, 'Change rejected')

    await enterShop(page, product, shop)
    await expect(page.getByText('Your last change was not approved.')).toBeVisible()
    await expect(page.getByText('Another shop has this name.')).toBeVisible()
    await page.getByLabel('Business Name').fill('Newer Sign')
    await page.getByRole('button', { name: 'Save name and place' }).click()
    await enter(page, product, administrator, `/admin?view=shop&shop=${shopId}`)
    await page.getByRole('button', { name: 'Approve change' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Newer Sign' })).toBeVisible()
    const changes = page.getByRole('region', { name: 'Changes', exact: true })
    await changes.getByRole('button', { name: 'Show the changes' }).click()
    await expect(changes.getByRole('listitem').filter({ hasText: 'Business name' }).first()).toContainText(
      'Newer Sign',
    )
  })
})
