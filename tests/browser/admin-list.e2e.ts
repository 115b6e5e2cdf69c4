import { Client } from 'pg'
import { expect, type BrowserProduct } from '../support/product-fixture.ts'
import { comeBackUnnoticed } from './come-back.ts'
import { signUp } from './customer-journey.ts'
import {
  book,
  cancelByHand,
  captureByHand,
  openShop,
  presentTime,
  rowOf,
  searchFor,
  showFilters,
  signInAsStaff,
  test,
  type Job,
} from './staff-journey.ts'

/** Puts copies of a cancelled appointment beside it: more than anyone books by hand. */
async function copyAppointment(product: BrowserProduct, { id }: Job, copies: number): Promise<void> {
  const client = new Client({ connectionString: product.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = 'appointments' and is_generated = 'NEVER' and column_name <> 'id'`,
  )
  const columns = rows[0]?.columns ?? ''
  await client.query(
    `insert into appointments (id, ${columns}) select gen_random_uuid(), ${columns} from appointments, generate_series(1, $2) where id = $1`,
    [id, copies],
  )
  await client.end()
}

test('the list is searched by name, email and VIN and filtered by status and dates, all in the address @desktop', async ({
  page,
  product,
}) => {
  const html = await book(product, { name: '<b>Amira</b> & Co' })
  const completed = await book(product, { name: 'Zoë 🚗 Ünal' })
  await captureByHand(product, completed)
  const cancelled = await book(product, { name: 'محمد عبد الله', day: 'last' })
  await cancelByHand(product, cancelled)
  await signInAsStaff(page)
  // The list opens on upcoming appointments, without cancelled ones.
  await expect(rowOf(page, completed)).toHaveCount(1)
  await expect(rowOf(page, cancelled)).toHaveCount(0)
  await page.getByRole('link', { name: 'All', exact: true }).click()

  // Names are rendered as text.
  await expect(rowOf(page, html)).toContainText('<b>Amira</b> & Co')
  await expect(rowOf(page, completed)).toContainText('Zoë 🚗 Ünal')
  await expect(rowOf(page, cancelled)).toContainText('محمد عبد الله')
  await expect(rowOf(page, html)).toContainText(
    /(Mon|Tue|Wed|Thu|Fri), [A-Z][a-z]{2} \d{1,2},( \d{4},)? \d{1,2}:00 [AP]M P[SD]T/,
  )
  await expect(rowOf(page, html)).toContainText(`VIN: ${html.vin}`)
  for (const text of ['2013 BMW X5', 'Smart Connect Essential', '(626) 555-0142', / · Bay \d/])
    await expect(rowOf(page, html)).toContainText(text)

  const search = page.getByPlaceholder('Search by name, email, or VIN...')
  for (const words of ['b>AMIRA</B', html.email.toUpperCase(), html.vin.toLowerCase().slice(3)]) {
    await search.fill(words)
    await expect(page.getByText('Showing 1 of 1')).toBeVisible()
    await expect(rowOf(page, html)).toHaveCount(1)
  }
  await search.fill('')
  await expect(rowOf(page, cancelled)).toHaveCount(1)
  await expect(page).toHaveURL(/\/admin\?range=all$/)

  await showFilters(page)
  const status = page.getByLabel('Status')
  await expect(status.getByRole('option')).toHaveText([
    'All Statuses',
    'Authorized',
    'Completed',
    'Cancelled',
  ])
  await status.selectOption('Completed')
  await expect(rowOf(page, completed)).toContainText('Completed')
  await expect(rowOf(page, html)).toHaveCount(0)
  await status.selectOption('Cancelled')
  await expect(rowOf(page, cancelled)).toContainText('Cancelled')
  await expect(rowOf(page, completed)).toHaveCount(0)
  await search.fill('nobody is called this')
  await expect(page.getByText('No appointments match these filters.')).toBeVisible()
  await expect(page).toHaveURL(/search=nobody/)

  // A selection adds a history entry, typing does not.
  await page.goBack()
  await expect(page).toHaveURL(/status=completed/)
  await expect(search).toHaveValue('')
  await expect(rowOf(page, completed)).toHaveCount(1)
  await page.goForward()
  await expect(search).toHaveValue('nobody is called this')
  await page.reload()
  await showFilters(page)
  await expect(status).toHaveValue('cancelled')
  await expect(page.getByText('No appointments match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear All Filters' }).last().click()
  await expect(rowOf(page, html)).toHaveCount(1)
  await expect(page).toHaveURL(/\/admin$/)
  await expect(rowOf(page, cancelled)).toHaveCount(0)

  // Both ends are inclusive.
  const start = html.date.replace(' ', 'T')
  await page.getByLabel('Start Date & Time').fill(start)
  await page.getByLabel('End Date & Time').fill(start)
  await expect(rowOf(page, cancelled)).toHaveCount(0)
  await expect(rowOf(page, html)).toHaveCount(1)
  await expect(page).toHaveURL(/from=.+to=/)
  const csv = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  expect(csv).toMatch(/^\/api\/admin\/appointments\.csv\?from=.+&to=/)
  const file = await (await page.request.get(csv ?? '')).text()
  expect(file).toContain(html.email)
  expect(file).not.toContain(cancelled.email)
  await page.getByRole('button', { name: 'Clear Dates' }).click()
  await expect(page.getByLabel('Start Date & Time')).toHaveValue('')
  await expect(rowOf(page, html)).toHaveCount(1)
  await page.getByLabel('End Date & Time').fill('2020-01-01T09:00')
  await page.getByLabel('Start Date & Time').fill('2021-01-01T09:00')
  await expect(page.getByText('The end is before the start')).toBeVisible()
})

test('a long list comes in pages, in both orders @whole-phone', async ({ page, product, isMobile }) => {
  const job = await book(product, { name: 'Mass Production' })
  await cancelByHand(product, job)
  await copyAppointment(product, job, 55)
  await signInAsStaff(page)
  await page.getByLabel('Search').fill(job.email)
  // Typed text counts once it is in the address; without the filter the number may be the same.
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByText('Showing 50 of 56')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('Showing 56 of 56')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  await expect(rowOf(page, job)).toHaveCount(56)

  const late = await book(product, { name: 'Last Of All', day: 'last' })
  await page.getByLabel('Search').fill('')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  const first = page.getByRole('button', { name: /, details$/ }).first()
  const dates = () => page.getByRole('button', { name: /, details$/ }).allTextContents()
  // This year's dates name no year.
  const year = new Date(await presentTime(product)).getFullYear()
  const instants = async () =>
    (await dates()).map((text) => {
      const [, day = '', named = String(year), time = ''] =
        /^\w+, (\w+ \d+),(?: (\d{4}),)? (\d+:\d+ [AP]M)/.exec(text) ?? []
      return Date.parse(`${day}, ${named} ${time}`)
    })
  await expect(rowOf(page, late)).toHaveCount(1)
  expect(await instants()).toEqual((await instants()).toSorted((one, other) => other - one))
  const before = await first.textContent()
  if (isMobile) {
    await showFilters(page)
    await page.getByLabel('Sort').selectOption('Earliest first')
  } else await page.getByRole('columnheader', { name: 'Date & Time' }).getByRole('button').click()
  await expect(first).not.toHaveText(before ?? '')
  expect(await instants()).toEqual((await instants()).toSorted((one, other) => one - other))
  await expect(page).toHaveURL(/order=earliest/)
  // The order is remembered for the person; the coming ones have their own.
  await page.goto('/admin?range=all')
  await expect(first).toBeVisible()
  expect(await instants()).toEqual((await instants()).toSorted((one, other) => one - other))
  if (isMobile) return
  // An old, low window has the table too.
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(page.getByRole('columnheader')).toHaveText([
    /^Date & Time/,
    'Customer',
    'Vehicle',
    'Status',
    'Actions',
  ])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024)
})

test('a list that fails to load shows an error, and loads on Try again @desktop', async ({
  page,
  product,
}) => {
  await comeBackUnnoticed(page)
  const job = await book(product)
  await signInAsStaff(page)
  await searchFor(page, job)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'Error loading appointments. Please try again later.' })
  await expect(notice).toBeVisible()
  await expect(rowOf(page, job)).toHaveCount(1)
  await showFilters(page)
  await page.getByLabel('Status').selectOption('Authorized')
  await expect(notice).toBeVisible()
  await page.context().setOffline(false)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, job)).toHaveCount(1)
  await expect(notice).toBeHidden()
})

test('a shop sees only its own appointments @desktop', async ({ page, product }) => {
  const foreign = await book(product, { name: 'Somebody Elsewhere' })
  const shop = await openShop(product, 'Pasadena Sound')
  await signInAsStaff(page, shop)
  await expect(page.getByText('No upcoming appointments.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all appointments' }).click()
  await expect(page.getByText('No appointments yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Shop', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Shops', exact: true })).toBeHidden()

  const own = await book(product, { name: 'Own Customer', shopId: shop.id })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rowOf(page, own)).toHaveCount(1)
  await expect(rowOf(page, foreign)).toHaveCount(0)
  await page.goto(`/admin?appointment=${foreign.id}`)
  await expect(page.getByRole('dialog')).toContainText('We couldn’t find this appointment.')
})

test('a customer is told that the page is for shops, and nothing is asked of the server @desktop @whole', async ({
  page,
}) => {
  await signUp(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/admin')
  await expect(page.getByText('This page is for shops.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Appointments' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/admin'))).toEqual([])
})

test('an ended session leads from the list to the login screen @desktop @whole', async ({
  page,
  product,
}) => {
  const job = await book(product)
  await signInAsStaff(page)
  await searchFor(page, job)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})
