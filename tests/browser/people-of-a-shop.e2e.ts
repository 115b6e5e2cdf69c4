import { expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import { newEmail } from '../support/people.ts'
import type { BrowserProduct } from '../support/product-fixture.ts'
import { mailedLink } from './mailed-links.ts'
import { book, openShop, test, type StaffShop } from './staff-journey.ts'

async function signIn(page: Page, { email, password }: StaffShop): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

async function query({ databaseUrl }: BrowserProduct, sql: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(sql, values)
  await client.end()
}

test('an owner invites a technician, who joins, takes a job of today, and is removed', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  const shop = await openShop(product, 'Second Gear')
  const email = newEmail()
  await signIn(page, shop)
  await page.goto('/admin?view=shop')
  const invite = page.getByRole('form', { name: 'Invite a person' })
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invite.getByText('Please enter your email')).toBeVisible()
  await invite.getByLabel('Email').fill(email)
  await invite.getByLabel('Role').selectOption('Technician')
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  const people = page.getByRole('list', { name: 'People' })
  await expect(people.getByText(email, { exact: true })).toBeVisible()
  await expect(people.getByText('Invited', { exact: true })).toBeVisible()

  const technician = await browser.newPage({ ...(baseURL && { baseURL }) })
  await technician.goto(await mailedLink(product, email, '/join'))
  await expect(technician.getByRole('heading', { name: 'Second Gear' })).toBeVisible()
  await technician.getByLabel('Your name').fill('Tess Technician')
  await technician.getByLabel('Password', { exact: true }).fill('midnight-garage-42')
  await technician.getByRole('button', { name: 'Create account and join' }).click()
  await expect(technician.getByRole('heading', { name: 'My jobs' })).toBeVisible()
  await expect(technician.getByText('No jobs today.')).toBeVisible()
  await expect(technician.getByRole('link', { name: 'Board' })).toHaveCount(0)
  await expect(technician.getByRole('link', { name: 'My Appointments' })).toHaveCount(0)

  const job = await book(product, { shopId: shop.id })
  await query(
    product,
    `update appointments set starts_at = now() + (select offset_seconds from clock) * interval '1 second',
      ends_at = now() + (select offset_seconds from clock) * interval '1 second' + interval '3 hours' where id = $1`,
    [job.id],
  )
  // The page hears of it without a reload.
  await technician.getByRole('button', { name: 'Take this job' }).click()
  const today = technician.getByRole('region', { name: 'Today' })
  await expect(today.getByText('Yours', { exact: true })).toBeVisible()
  await expect(technician.getByText(job.email)).toHaveCount(0)
  // A colleague of the desk gives the job to another.
  await query(
    product,
    'update appointments set technician_id = (select user_id from shop_members where shop_id = $1 and role = $2) where id = $3',
    [shop.id, 'owner', job.id],
  )
  await technician.reload()
  await expect(today.getByText('All of today’s jobs are taken.')).toBeVisible()
  const taken = technician.getByRole('region', { name: 'Taken by others' })
  await expect(taken.getByText('Taken by Second Gear')).toBeVisible()

  await page.reload()
  await people.getByRole('button', { name: 'Remove Tess Technician' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Tess Technician no longer works here')).toBeVisible()
  await expect(people.getByText('Tess Technician')).toHaveCount(0)
  await expect(
    technician.getByText('This page is for people who work at a shop. If you did, your access has ended.'),
  ).toBeVisible()
  await technician.close()
})

test('a person with two shops switches between them in the header, and a reload keeps the shop', async ({
  page,
  product,
}) => {
  const first = await openShop(product, 'First Gear')
  const second = await openShop(product, 'Second Gear')
  await signIn(page, first)
  await query(
    product,
    `insert into shop_members (shop_id, user_id, role, joined_at)
      select $1, id, 'owner', (select max(joined_at) + interval '1 second' from shop_members) from users where email = $2`,
    [second.id, first.email],
  )
  await page.goto('/admin?view=today')
  const shops = page.getByRole('combobox', { name: 'Shop' })
  await expect(shops).toHaveValue(String(first.id))
  await shops.selectOption('Second Gear')
  await expect(page).toHaveURL(new RegExp(`shop=${second.id}`))
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Board' }).click()
  await expect(page.getByText('Second Gear · ')).toBeVisible()
  // On a phone the link stands under More.
  await page.goto(`/admin?view=shop&shop=${second.id}`)
  await expect(page.getByRole('heading', { name: 'Second Gear', level: 2 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Second Gear', level: 2 })).toBeVisible()
  await expect(shops).toHaveValue(String(second.id))
})

test('an owner changes a role after a question, and reads a refusal there', async ({ page, product }) => {
  const shop = await openShop(product, 'Seventh Gear')
  const colleague = await openShop(product, 'Eighth Gear')
  await signIn(page, shop)
  await query(
    product,
    `insert into shop_members (shop_id, user_id, role, joined_at) select $1, id, 'desk', now() from users where email = $2`,
    [shop.id, colleague.email],
  )
  await query(product, `update users set name = 'Kim Fitter' where email = $1`, [colleague.email])
  await page.goto('/admin?view=shop')
  const role = page.getByRole('combobox', { name: 'Role of Kim Fitter' })
  const question = page.getByRole('dialog', { name: 'Make Kim Fitter an owner?' })
  await role.focus()
  await role.selectOption('Owner')
  await expect(question.getByText('Everything: settings, people, payouts and statements too.')).toBeVisible()
  await expect(page.locator('select[aria-label="Role of Kim Fitter"]')).toHaveValue('desk')
  // The safe answer has the focus.
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(role).toBeFocused()
  await expect(role).toHaveValue('desk')

  await role.selectOption('Technician')
  await page.getByRole('dialog', { name: 'Make Kim Fitter a technician?' }).getByText('Change role').click()
  await expect(page.getByText('Kim Fitter is now a technician')).toBeVisible()
  await expect(role).toHaveValue('technician')
  // This installation requires no second factor.
  await expect(page.getByRole('list', { name: 'People' }).getByText('No second factor')).toHaveCount(0)

  const own = page.getByRole('combobox', { name: /^Role of/ }).first()
  await own.selectOption('Front desk')
  const refused = page.getByRole('dialog')
  await expect(refused.getByText('Only another owner can change it back.')).toBeVisible()
  await refused.getByRole('button', { name: 'Change role' }).click()
  await expect(refused.getByRole('alert')).toContainText('owner')
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await expect(own).toHaveValue('owner')

  await page.getByRole('button', { name: 'Show the changes' }).click()
  await expect(page.getByText('Access of Kim Fitter: Front desk → Technician')).toBeVisible()
})

test('an invitation in the wrong account says whose it is', async ({ page, product }) => {
  const shop = await openShop(product, 'Third Gear')
  const email = newEmail()
  await signIn(page, shop)
  await page.goto('/admin?view=shop')
  const invite = page.getByRole('form', { name: 'Invite a person' })
  await invite.getByLabel('Email').fill(email)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('list', { name: 'People' }).getByText(email, { exact: true })).toBeVisible()
  await page.goto(await mailedLink(product, email, '/join'))
  await expect(page.getByText('This invitation is for someone else.')).toBeVisible()
  await page.goto('/join#no-such-token')
  await expect(page.getByText('This invitation is no longer valid.')).toBeVisible()
})

test('the desk reads the settings that only an owner changes @desktop', async ({ page, product }) => {
  const shop = await openShop(product, 'Fourth Gear')
  await signIn(page, shop)
  await query(
    product,
    `update shop_members set role = 'desk' where shop_id = $1 and user_id in (select id from users where email = $2)`,
    [shop.id, shop.email],
  )
  await page.goto('/admin?view=shop')
  await expect(page.getByText('Only an owner can change the settings of the shop.')).toBeVisible()
  await expect(page.getByLabel('Business Name')).toHaveValue('Fourth Gear')
  const settings = page.getByRole('group', { name: 'Settings of the shop' })
  const controls = settings.locator('input, select, textarea, button')
  expect(await controls.count()).toBeGreaterThan(20)
  await expect(settings.locator(':is(input, select, textarea, button):enabled')).toHaveCount(0)
  await page.getByRole('switch', { name: /^New appointments/ }).click()
  await expect(page.getByText('Email switched off')).toBeVisible()
})

test('an owner adds a second shop, which waits for approval @desktop', async ({ page, product }) => {
  const shop = await openShop(product, 'Fifth Gear')
  await signIn(page, shop)
  await page.goto('/admin?view=shop')
  await page.getByRole('button', { name: 'Add a shop' }).click()
  const added = page.getByRole('form', { name: 'Add a shop' })
  await expect(added.getByLabel('Business Name')).toBeFocused()
  await added.getByRole('button', { name: 'Add shop' }).click()
  await expect(added.getByText('Business name is required')).toBeVisible()
  await added.getByLabel('Business Name').fill('Sixth Gear')
  await added.getByLabel('Address').fill('1200 S Figueroa St, Los Angeles, CA')
  await added.getByRole('button', { name: 'Add shop' }).click()
  await expect(page.getByRole('heading', { name: 'Sixth Gear' })).toBeVisible()
  await expect(page.getByText('Your shop is waiting for approval.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Shop' }).selectOption('Fifth Gear')
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Shop' }).click()
  await expect(page.getByRole('heading', { name: 'Fifth Gear' })).toBeVisible()
})
