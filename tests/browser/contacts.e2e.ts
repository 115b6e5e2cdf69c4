import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appointmentNumber } from '../../contract/booking/appointment-number.ts'
import { paths } from '../../web/paths.ts'
import { administrator, expect, testWithOwnProduct } from '../support/product-fixture.ts'
import { expectSound } from './expect-sound.ts'
import { signInAdministrator } from './shop-people.ts'
import { book } from './staff-journey.ts'
import { dismissToast } from './customer-journey.ts'

const test = testWithOwnProduct()

const boxName = 'Find appointments and people'
const boxOf = (page: Page) => page.getByRole('combobox', { name: boxName })
const options = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option')

async function signInAsStaff(page: Page): Promise<void> {
  await page.goto(paths.login)
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await dismissToast(page)
  await expect(boxOf(page)).toBeVisible()
}

/** Without the walk over every element: the open box closes once another one has the focus. */
async function expectSoundInLights(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectSound(page, `${screen}, ${colorScheme}`)
  }
}

test('a job is found by keyboard from anywhere, and the typed text is never lost @desktop', async ({
  page,
  product,
}) => {
  const name = `Síle O’Connor-${randomUUID().slice(0, 6)}`
  const job = await book(product, { name })
  await signInAsStaff(page)
  const box = boxOf(page)
  await expect(box).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await expect(page.getByText('You can search by name, phone', { exact: false })).toBeVisible()
  const typed = name.replace('Síle O’Connor-', 'oconnor ')
  await page.keyboard.type(typed)
  await expect(options(page)).toHaveCount(2)
  await expect(page.getByRole('group', { name: 'Appointments' }).getByRole('option')).toContainText(name)
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toContainText(job.email)
  await expectSoundInLights(page, 'the results of a search')
  const [first, second] = [options(page).first(), options(page).nth(1)]
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')

  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(box).toHaveValue(typed)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Appointment Details' })).toContainText(name)
  // A dialog keeps the key.
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: boxName, includeHidden: true })).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue(typed)

  // Enter right after the last letter opens the result once it has come.
  await page.keyboard.press('/')
  await page.keyboard.type(appointmentNumber(job.id))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Appointment Details' })).toContainText(name)
  await page.keyboard.press('Escape')

  await box.fill('zzzz')
  await expect(page.getByText('No match for “zzzz”.', { exact: false })).toBeVisible()
  await box.fill('zz')
  await expect(page.getByText('Type at least 3 characters.')).toBeVisible()
  await box.fill('王'.repeat(300))
  await expect(page.getByText('That’s too long to search.', { exact: false })).toBeVisible()
  await expect(box).toHaveValue('王'.repeat(300))

  await page.route('**/api/admin/search?**', (route) => route.abort())
  await box.fill('offline')
  await expect(page.getByRole('alert').getByText('No connection.', { exact: false })).toBeVisible()
  await page.unroute('**/api/admin/search?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No match for “offline”.', { exact: false })).toBeVisible()
  // The key belongs to a field that is being typed in.
  await page.goto(paths.admin)
  await page.getByLabel('Search', { exact: true }).first().focus()
  await page.keyboard.press('/')
  await expect(box).not.toBeFocused()
})

test('on a phone the open box fills the screen, and closes to the page @phone', async ({ page, product }) => {
  const name = `Pocket ${randomUUID().slice(0, 6)}`
  await book(product, { name })
  await signInAsStaff(page)
  await boxOf(page).tap()
  await boxOf(page).fill(name)
  await expect(options(page)).toHaveCount(2)
  const frame = await page.getByRole('search', { name: 'Find appointments and people' }).boundingBox()
  expect(frame).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await expectSoundInLights(page, 'the search on a phone')
  await page.getByRole('button', { name: 'Close search' }).tap()
  await expect(options(page)).toHaveCount(0)
  await expect(boxOf(page)).toHaveValue(name)
  await boxOf(page).tap()
  await page.getByRole('group', { name: 'People' }).getByRole('option').tap()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
})

test('staff add a person, compare two records of one, merge them and undo it', async ({ page, product }) => {
  const name = `Maria Lopez ${randomUUID().slice(0, 6)}`
  await book(product, { name })
  const staff = await signInAdministrator(product)
  await signInAsStaff(page)
  await page.goto(paths.adminView('contacts'))
  const list = page.getByRole('list', { name: 'Contacts' })
  await expect(list.getByRole('link', { name })).toBeVisible()
  await expectSoundInLights(page, 'the contacts')

  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(dialog.getByText('Please enter your full name')).toBeVisible()
  await dialog.getByLabel('Name').fill(name.toLowerCase())
  await dialog.getByLabel('Phone').fill('6265550177')
  await expect(dialog.getByLabel('Phone')).toHaveValue('(626) 555-0177')
  await expectSoundInLights(page, 'adding a contact')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByRole('heading', { name: name.toLowerCase(), level: 2 })).toBeVisible()
  await expect(page.getByRole('link', { name: '(626) 555-0177' })).toHaveAttribute('href', 'tel:+16265550177')

  await page.getByLabel('New note').fill('Prefers a call')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Prefers a call')
  await expect(page.getByLabel('New note')).toHaveValue('')
  await page.getByRole('button', { name: 'Add car' }).click()
  await dialog.getByLabel('Year').fill('2018')
  await dialog.getByLabel('Make').fill('Honda')
  await dialog.getByLabel('Model').fill('Civic')
  await dialog.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByRole('list', { name: 'Cars' })).toContainText('2018 Honda Civic')

  const hint = page.getByRole('region', { name: 'Same person?' })
  await expect(hint).toContainText('Same name')
  await expectSoundInLights(page, 'the page of a contact')
  await hint.getByRole('button', { name: `Compare ${name}` }).click()
  await dialog.getByRole('radio', { name, exact: true }).check()
  await expectSoundInLights(page, 'the comparison of two contacts')
  await dialog.getByRole('button', { name: 'Merge contacts' }).click()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Upcoming' }).getByRole('listitem')).toHaveCount(1)
  await expect(hint).toHaveCount(0)
  const found = await staff.get(`/api/admin/search?q=${encodeURIComponent(name)}`)
  expect(found.body.contacts).toHaveLength(1)

  await page.getByRole('button', { name: /^Undo the merge of/ }).click()
  await dialog.getByRole('button', { name: 'Undo merge' }).click()
  await expect(page.getByRole('heading', { name: name.toLowerCase(), level: 2 })).toBeVisible()
  await expect(page.getByText('No upcoming appointment.')).toBeVisible()
  await expect(hint).toContainText('Same name')
})
