import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import { startBufferingProxy } from '../support/buffering-proxy.ts'
import { expect, test } from '../support/product-fixture.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

const line = (page: Page): Locator => page.getByRole('status', { name: 'Live updates' })
const bar = (page: Page): Locator => page.getByRole('status', { name: 'New appointments' })
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** The event streams of a browser that are open now. */
function countStreams(context: BrowserContext): () => number {
  let open = 0
  const isStream = (url: string) => new URL(url).pathname === '/api/admin/live'
  const end = (request: Request) => void (open -= isStream(request.url()) ? 1 : 0)
  context.on('request', (request) => void (open += isStream(request.url()) ? 1 : 0))
  context.on('requestfinished', end)
  context.on('requestfailed', end)
  return () => open
}

test('a booking appears on an open board without a click @desktop', async ({ page, product }) => {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const [day = ''] = await bookableDays(product)
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await expect(line(page)).toHaveText('Live')
    await expect(page.getByText('no jobs')).toBeVisible()
    await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin Early' })
    await expect(page.getByRole('button', { name: /^Bay 1, 9:00 AM to 12:00 PM, Robin Early/ })).toBeVisible()
  })
})

test('tabs of one browser share one connection, and the next one takes it over @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const streams = countStreams(page.context())
    const [day = ''] = await bookableDays(product)
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await expect(line(page)).toHaveText('Live')
    const others = [await page.context().newPage(), await page.context().newPage()]
    for (const other of others) {
      await other.goto(`/admin?view=board&day=${day}`)
      await expect(line(other)).toHaveText('Live')
    }
    expect(streams()).toBe(1)
    await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin Early' })
    for (const each of [page, ...others])
      await expect(each.getByRole('button', { name: /Robin Early/ })).toBeVisible()
    await page.close()
    await expect.poll(streams).toBe(1)
    for (const other of others) await expect(line(other)).toHaveText('Live')
    await bookAt(product, { shopId, date: `${day} 13:00`, name: 'Sam Later' })
    for (const other of others) await expect(other.getByRole('button', { name: /Sam Later/ })).toBeVisible()
  })
})

test('new rows wait while the pointer is over the list, and changes show in place @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const [first = '', second = ''] = await bookableDays(product)
    const { customer, id } = await bookAt(product, { shopId, date: `${first} 09:00`, name: 'Robin Early' })
    await enter(page, product, shop, '/admin?range=all')
    await expect(line(page)).toHaveText('Live')
    const row = rowOf(page, 'Robin Early')
    await row.hover()
    const place = await row.boundingBox()
    await bookAt(product, { shopId, date: `${second} 09:00`, name: 'Sam Later' })
    await expect(bar(page)).toContainText(/^1 new since \d{1,2}:\d\d [AP]M/)
    // Later starts stand above: without the bar the row would have moved.
    await customer.patch(`/api/appointments/${id}`, { status: 'cancelled' })
    await expect(row).toContainText('Cancelled')
    expect(await row.boundingBox()).toEqual(place)
    await expect(rowOf(page, 'Sam Later')).toHaveCount(0)
    await bar(page).getByRole('button', { name: 'Show' }).click()
    await expect(rowOf(page, 'Sam Later')).toBeVisible()
    await expect(bar(page)).toHaveText('')
    // Away from the list a new row appears at once.
    await page.mouse.move(0, 0)
    await bookAt(product, { shopId, date: `${second} 13:00`, name: 'Alex Last' })
    await expect(rowOf(page, 'Alex Last')).toBeVisible()
  })
})

test('a cancelled appointment under the pointer keeps its place and says that it left the list @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const [day = ''] = await bookableDays(product)
    const { customer, id } = await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin Early' })
    await bookAt(product, { shopId, date: `${day} 13:00`, name: 'Sam Later' })
    await enter(page, product, shop, '/admin')
    await expect(line(page)).toHaveText('Live')
    const row = rowOf(page, 'Robin Early')
    await row.hover()
    await customer.patch(`/api/appointments/${id}`, { status: 'cancelled' })
    await expect(row).toContainText('No longer in this list')
    await expect(row.getByRole('button', { name: 'Capture Payment' })).toHaveCount(0)
    await expect(rowOf(page, 'Sam Later').getByRole('button', { name: 'Capture Payment' })).toBeVisible()
    await bar(page).getByRole('button', { name: 'Show' }).click()
    await expect(row).toHaveCount(0)
  })
})

test('a live update does not take the button of a cancellation away under a press @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const [day = ''] = await bookableDays(product)
    const { id } = await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin Early' })
    await enter(page, product, shop, '/admin')
    await expect(line(page)).toHaveText('Live')
    await rowOf(page, 'Robin Early').getByRole('button', { name: 'Cancel' }).click()
    const cancel = page.getByRole('button', { name: 'Cancel appointment' })
    await expect(cancel).toBeEnabled()
    const address = `**/api/admin/appointments/${id}`
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(address, async (route) => {
      await held
      await route.continue()
    })
    const refetch = page.waitForRequest(address)
    await bookAt(product, { shopId, date: `${day} 13:00`, name: 'Sam Later' })
    await refetch
    await cancel.click({ timeout: 5_000 })
    await expect(page.getByText('The appointment has been cancelled')).toBeVisible()
    letGo()
  })
})

test('a page says from when it is while the server is away, and catches up @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const [day = ''] = await bookableDays(product)
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await expect(line(page)).toHaveText('Live')
    await expect(page.getByText('no jobs')).toBeVisible()
    await product.killServer()
    await expect(line(page)).toHaveText(/^As of \d{1,2}:\d\d [AP]M, reconnecting…$/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await product.startServer()
    // Nothing tells the page of this booking unless it asks once it is back.
    await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin Early' })
    await expect(page.getByRole('button', { name: /Robin Early/ })).toBeVisible({ timeout: 40_000 })
    await expect(line(page)).toHaveText('Live')
  })
})

test('behind a proxy that buffers, the page asks by itself and says so @desktop', async ({
  page,
  product,
}) => {
  const proxy = await startBufferingProxy(product.url)
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const [day = ''] = await bookableDays(product)
    await page.clock.install()
    await enter(page, product, shop, `${proxy.url}/admin?view=board&day=${day}`)
    await expect(page.getByText('no jobs')).toBeVisible()
    await page.clock.fastForward(8_000)
    await expect(line(page)).toHaveText(/^As of .*, reconnecting…$/)
    await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin Early' })
    await page.clock.fastForward(20_000)
    await expect(page.getByRole('button', { name: /Robin Early/ })).toBeVisible()
  })
  await page.close()
  await proxy.close()
})

test('a shop that is suspended loses its live line with the stream @desktop', async ({ page, product }) => {
  await withOpenShop(product, {}, async ({ shop, shopId, administrator }) => {
    await enter(page, product, shop, '/admin')
    await expect(line(page)).toHaveText('Live')
    await administrator.patch(`/api/admin/shops/${shopId}/status`, { status: 'suspended', reason: 'Papers' })
    await expect(page.getByText(/Your shop is suspended/).first()).toBeVisible()
    await expect(line(page)).toHaveText('')
  })
})
