import type { Locator, Page } from '@playwright/test'
import { addDays, weekdayOf } from '../../contract/time.ts'
import { expect, test, type BrowserProduct } from '../support/product-fixture.ts'
import type { Person } from '../support/people.ts'
import { comeBackUnnoticed } from './come-back.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

type OpenBoard = { shop: Person; shopId: number; administrator: Person; day: string; jobs: string[] }

/**
 * A shop of two bays: in the first a job at nine and one at one, in the second one at nine, all on a day
 * before a working day.
 */
async function withJobs(product: BrowserProduct, run: (board: OpenBoard) => Promise<void>): Promise<void> {
  await withOpenShop(product, {}, async ({ shop, shopId, administrator }) => {
    await shop.post(`/api/admin/shops/${shopId}/bays`, { name: 'By the door' })
    const day = (await bookableDays(product)).find((one) => weekdayOf(one) < 5) ?? ''
    const jobs: string[] = []
    for (const [time, name] of [
      ['09:00', 'Robin First'],
      ['09:00', 'Sam <b>Second</b>'],
      ['13:00', 'مريم العلي'],
    ])
      jobs.push((await bookAt(product, { shopId, date: `${day} ${time}`, name: name ?? '' })).id)
    await run({ shop, shopId, administrator, day, jobs })
  })
}

function sheet(page: Page): Locator {
  return page.getByRole('grid')
}

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((control) => control === document.activeElement)) return
  }
  throw new Error('Tab never reached it')
}

// A phone has lists instead.
test(
  'the board is walked with the keyboard alone, and Enter opens the details of a job',
  {
    tag: '@desktop',
  },
  async ({ page, product }) => {
    await withJobs(product, async ({ shop, day, jobs }) => {
      await enter(page, product, shop, `/admin?view=board&day=${day}`)
      const first = page.getByRole('button', {
        name: 'Bay 1, 9:00 AM to 12:00 PM, Robin First, 2013 BMW X5, Smart Connect Essential, booked, card held',
      })
      const second = page.getByRole('button', {
        name: /^By the door, 9:00 AM to 12:00 PM, Sam <b>Second<\/b>/,
      })
      await tabTo(page, first)
      await expect(sheet(page).locator('[tabindex="0"]')).toHaveCount(1)
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('gridcell', { name: 'Bay 1, 12:00 PM, free' })).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('gridcell', { name: 'By the door, 12:00 PM, free' })).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(second).toBeFocused()
      await page.keyboard.press('Home')
      await expect(first).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`appointment=${jobs[1]}`))
      await expect(page.getByRole('dialog', { name: 'Appointment Details' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page).not.toHaveURL(/appointment=/)
      await expect(second).toBeFocused()

      await page.keyboard.press('PageDown')
      await expect(page).toHaveURL(new RegExp(`day=${addDays(day, 1)}`))
      await expect(page.getByText('No jobs')).toBeVisible()
      await expect(page.getByRole('gridcell', { name: 'By the door, 9:00 AM, free' })).toBeFocused()
      await page.keyboard.press('PageUp')
      await expect(second).toBeFocused()
    })
  },
)

test('day, week, previous, next and today are addresses @desktop', async ({ page, product }) => {
  await withJobs(product, async ({ shop, shopId, day }) => {
    await shop.post(`/api/admin/shops/${shopId}/closures`, {
      firstDay: addDays(day, 1),
      lastDay: addDays(day, 1),
      reason: 'Stocktaking',
    })
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await expect(page.getByText(/ · 3 jobs · 9:00\sAM - 5:00\sPM$/)).toBeVisible()
    await page.getByRole('radio', { name: 'Week' }).check()
    await expect(page).toHaveURL(/span=week/)
    await expect(page.getByText('Closed: Stocktaking')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Bay 1, .*Robin First/ })).toBeVisible()
    await page.getByRole('button', { name: 'Next week' }).click()
    await expect(page).toHaveURL(new RegExp(`day=${addDays(day, 7)}`))
    await expect(page.getByText(/ · No jobs$/)).toBeVisible()
    await page.goBack()
    await expect(page.getByText(/ · 3 jobs$/)).toBeVisible()
    await page.getByRole('radio', { name: 'Day' }).check()
    await page.getByRole('button', { name: 'Next day' }).click()
    await expect(page.getByText('No jobs on this day.')).toBeVisible()
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(page.getByRole('heading', { name: / Today$/ })).toBeVisible()
    await expect(page).not.toHaveURL(/day=/)
    await page.getByLabel('Date', { exact: true }).fill(day)
    await expect(page.getByRole('button', { name: /Robin First/ })).toBeVisible()
  })
})

test('a job that is outside the opening hours by now is marked, and a bay out of use keeps its jobs @desktop @whole', async ({
  page,
  product,
}) => {
  await withJobs(product, async ({ shop, shopId, day }) => {
    await shop.post(`/api/admin/shops/${shopId}/closures`, { firstDay: day, lastDay: day, reason: 'Wedding' })
    const { bays } = (await shop.get(`/api/admin/shops/${shopId}`)).body
    await shop.patch(`/api/admin/shops/${shopId}/bays/${bays[1].id}`, { inUse: false })
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await expect(page.getByText(/ · 3 jobs · Closed: Wedding$/)).toBeVisible()
    await expect(page.getByRole('button', { name: /, outside the opening hours$/ })).toHaveCount(3)
    await expect(page.getByText('By the door (out of use)')).toBeVisible()
  })
})

test('an administrator chooses whose board it is; without a connection it says so and can be asked again @desktop @whole', async ({
  page,
  product,
}) => {
  await comeBackUnnoticed(page)
  await withJobs(product, async ({ administrator, shopId, day }) => {
    await enter(page, product, administrator, `/admin?view=board&shop=5&day=${day}`)
    await expect(page.getByText(/^Alhambra Auto Sports · /)).toBeVisible()
    await page.getByLabel('Shop', { exact: true }).selectOption(String(shopId))
    await expect(page.getByRole('button', { name: /Robin First/ })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`shop=${shopId}`))
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Next day' }).click()
    await expect(page.getByText('No connection.')).toBeVisible()
    await page.goBack()
    await expect(page.getByText(/^No connection\. .* Below is how it was at \d/)).toBeVisible()
    await expect(page.getByRole('button', { name: /Robin First/ })).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No connection.')).toBeHidden()
    await page.getByRole('button', { name: 'Next day' }).click()
    await expect(page.getByText(/ · No jobs · /)).toBeVisible()
  })
})

// A wide window has a grid.
test(
  'on a phone the jobs of a day are one list by time, and a press opens the details',
  { tag: '@phone' },
  async ({ page, product }) => {
    await withJobs(product, async ({ shop, day, jobs }) => {
      await enter(page, product, shop, `/admin?view=board&day=${day}`)
      const names = page.getByRole('listitem').filter({ hasText: /(9|1):00\s[AP]M/ })
      await expect(names).toHaveText([/Bay 1.*Robin First/s, /By the door.*Sam/s, /مريم/])
      await expect(sheet(page)).toHaveCount(0)
      await page.getByRole('button', { name: /Robin First/ }).click()
      await expect(page).toHaveURL(new RegExp(`appointment=${jobs[0]}`))
      await expect(page.getByRole('dialog', { name: 'Appointment Details' })).toBeVisible()
    })
  },
)

test('the board passes axe and never scrolls sideways', async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await withJobs(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await expect(page.getByRole('button', { name: /Robin First/ })).toBeVisible()
    await expectSoundAtEachWidth(page, 'day')
    await page.getByRole('radio', { name: 'Week' }).check()
    await expect(page.getByText(/ · 3 jobs$/)).toBeVisible()
    await expectSoundAtEachWidth(page, 'week')
  })
})
