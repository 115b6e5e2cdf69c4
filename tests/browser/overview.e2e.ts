import type { Locator, Page } from '@playwright/test'
import { expect, test, type BrowserProduct } from '../support/product-fixture.ts'
import type { Person } from '../support/people.ts'
import { comeBackUnnoticed } from './come-back.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

type Open = { shop: Person; shopId: number; administrator: Person }

/** A shop with three appointments: one captured, one held, one cancelled. */
async function withFigures(product: BrowserProduct, run: (open: Open) => Promise<void>): Promise<void> {
  await withOpenShop(product, {}, async (open) => {
    const days = await bookableDays(product)
    const ids: string[] = []
    for (const day of days.slice(0, 3))
      ids.push((await bookAt(product, { shopId: open.shopId, date: `${day} 09:00` })).id)
    const [captured = '', , cancelled = ''] = ids
    expect((await open.administrator.post(`/api/admin/appointments/${captured}/capture`)).status).toBe(200)
    const status = await open.shop.patch(`/api/admin/appointments/${cancelled}/status`, {
      status: 'cancelled',
    })
    expect(status.status).toBe(200)
    await run(open)
  })
}

function figure(page: Page, name: RegExp) {
  return page.getByRole('region', { name })
}

/** The colors of a chart as one text; empty before it is drawn. */
function coloursOf(page: Page): Promise<string> {
  return page
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      }
      const counts = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue
        const colour = `${data[at]} ${data[at + 1]} ${data[at + 2]}`
        counts.set(colour, (counts.get(colour) ?? 0) + 1)
      }
      const often = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 2)
      return often.map(([colour]) => colour).join(', ')
    })
}

test('the overview describes its charts in words, and has the same figures as tables @desktop', async ({
  page,
  product,
}) => {
  await withFigures(product, async ({ shop }) => {
    await enter(page, product, shop, '/admin?view=overview')
    const money = figure(page, /^The week of .* brought the most: \$499 captured$/)
    await expect(money).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '1 of 3 appointments' })).toBeVisible()
    await expect(figure(page, /^33% cancelled: 1 of 3$/)).toBeVisible()
    await expect(figure(page, /^All 2 appointments: Smart Connect Essential$/)).toBeVisible()
    await expect(figure(page, /^All 2 appointments: BMW$/)).toBeVisible()
    await expect(money.getByRole('img', { name: /brought the most/ })).toBeVisible()
    await money.getByText('Show as table').click()
    await expect(money.getByRole('row')).toHaveCount(1 + 12 + 3)
    await expect(money.getByRole('row').filter({ hasText: '$499' }).first()).toBeVisible()
    await page.getByLabel('Period').selectOption('4')
    await expect(page).toHaveURL(/weeks=4/)
    await expect(money.getByRole('row')).toHaveCount(1 + 4 + 3)
    await page.goBack()
    await expect(page.getByLabel('Period')).toHaveValue('12')
    await expect(money.getByRole('row')).toHaveCount(1 + 12 + 3)
  })
})

test('the pictures follow the light of the system @desktop @whole', async ({ page, product }) => {
  await withFigures(product, async ({ shop }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await enter(page, product, shop, '/admin?view=overview')
    await expect(page.getByRole('img', { name: /brought the most/ })).toBeVisible()
    await expect.poll(() => coloursOf(page)).toContain('10 90 150')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => coloursOf(page)).toContain('147 200 244')
  })
})

test('an administrator sees all shops or one; a shop without appointments has none to show @desktop @whole', async ({
  page,
  product,
}) => {
  await comeBackUnnoticed(page)
  await withFigures(product, async ({ administrator, shopId }) => {
    await withOpenShop(product, { businessName: 'Quiet Corner' }, async ({ shopId: quiet }) => {
      await enter(page, product, administrator, '/admin?view=overview')
      await page.getByLabel('Shop', { exact: true }).selectOption(String(quiet))
      await expect(page.getByText('No appointments in these weeks.')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`shop=${quiet}`))
      await page.getByLabel('Shop', { exact: true }).selectOption(String(shopId))
      await expect(figure(page, /^33% cancelled: 1 of 3$/)).toBeVisible()
      await page.context().setOffline(true)
      await page.getByLabel('Shop', { exact: true }).selectOption({ label: 'All shops' })
      await expect(page.getByText('No connection.')).toBeVisible()
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('after refunds', { exact: true })).toBeVisible()
    })
  })
})

test('the overview passes axe and never scrolls sideways', async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await withFigures(product, async ({ shop }) => {
    await enter(page, product, shop, '/admin?view=overview')
    await expect(figure(page, /^33% cancelled/)).toBeVisible()
    await expectSoundAtEachWidth(page, 'overview')
    const heightOf = async (each: Locator) => (await each.boundingBox())?.height ?? 0
    const beside = figure(page, /: Smart Connect Essential$/)
    const before = await heightOf(beside)
    await figure(page, /: BMW$/)
      .getByText('Show as table')
      .click()
    expect(await heightOf(beside)).toBeLessThanOrEqual(before)
    const folded = page.locator('details:not([open])').getByText('Show as table')
    for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click()
    await expectSoundAtEachWidth(page, 'overview with its tables')
  })
})
