import type { Page } from '@playwright/test'
import { expect, testWithTurnedClock as test } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { advanceToStart, receiveReminder } from './reminded.ts'
import { bookableDays, bookAt, withOpenShop } from './shop-people.ts'

/** Books the last bookable day of a shop, and opens the link of its reminder signed out. */
async function openLink(page: Page, product: Product, shopId: number) {
  const date = `${(await bookableDays(product)).at(-1)} 09:00`
  const { customer } = await bookAt(product, { shopId, date })
  const link = await receiveReminder(product, { email: customer.email, date })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Are you coming?' })).toBeVisible()
  return { date, token: link.split('#')[1] ?? '' }
}

test('at a shop that was suspended meanwhile the link moves nothing, and still confirms and cancels @desktop', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await withOpenShop(product, { businessName: 'Quiet Shop' }, async ({ shopId, administrator }) => {
    await openLink(page, product, shopId)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Move to another time' })
    await panel.getByRole('button', { name: /^Next available/ }).click()
    await administrator.patch(`/api/admin/shops/${shopId}/status`, { status: 'suspended' })
    await panel.getByRole('button', { name: 'Move appointment' }).click()
    await expect(panel).toBeHidden()
    await expect(page.getByText(/^This shop can’t take changes right now\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeHidden()
    await expectSoundInBothLights(page, 'link of an appointment at a suspended shop')
    await page.getByRole('button', { name: 'Confirm I’m coming' }).click()
    await expect(page.getByText('You’re confirmed.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel Appointment' }).click()
    await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
    await expect(page.getByText('This appointment is cancelled.')).toBeVisible()
    await expect(page.locator(':focus')).toContainText('This appointment is cancelled.')
  })
})

test('the token of the link reaches no address, no referrer and no search engine, and ends with the appointment @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Discreet Shop' }, async ({ shopId }) => {
    const heard: string[] = []
    const bodies: string[] = []
    const maps: (string | undefined)[] = []
    await page.context().route(/google\.com|apple\.com|openstreetmap/, async (route) => {
      maps.push(
        await route
          .request()
          .headerValue('referer')
          .then((value) => value ?? undefined),
      )
      await route.fulfill({ contentType: 'text/html', body: '<title>Map</title>' })
    })
    page.context().on('request', (request) => {
      // A browser keeps the fragment of an address to itself.
      heard.push(`${request.url().replace(/#.*/, '')} ${request.headers()['referer'] ?? ''}`)
      bodies.push(request.postData() ?? '')
    })
    const { date, token } = await openLink(page, product, shopId)
    await page.reload()
    const directions = page.getByRole('link', { name: 'Get directions' })
    const [map] = await Promise.all([page.context().waitForEvent('page'), directions.click()])
    await expect(map).toHaveTitle('Map')
    expect(maps).toEqual([undefined])
    expect(await page.evaluate(() => window.location.href)).toBe(`${product.url}/appointment-link`)
    expect(heard.filter((text) => text.includes(token))).toEqual([])
    // The control: the requests that carry it are among the heard ones.
    expect(bodies.filter((text) => text.includes(token)).length).toBeGreaterThan(1)
    const robots = async (path: string) => (await fetch(`${product.url}${path}`)).headers.get('x-robots-tag')
    expect([await robots('/appointment-link'), await robots('/')]).toEqual(['noindex', null])

    await advanceToStart(product, date, 0.5)
    await page.reload()
    await expect(page.getByText(/^This appointment can’t be changed here anymore/)).toBeVisible()
    await expect(page.getByRole('button', { name: /Confirm|Move|Cancel/ })).toHaveCount(0)
    await advanceToStart(product, date, 12)
    await page.reload()
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  })
})
