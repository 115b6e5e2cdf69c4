import type { Locator, Page } from '@playwright/test'
import { addDays, weekdayOf } from '../../contract/time.ts'
import { expect, test, type BrowserProduct } from '../support/product-fixture.ts'
import type { Person } from '../support/people.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { pickUp } from './pick-up.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

type Shown = { shop: Person; shopId: number; day: string }

/** A shop of two bays with a job at nine, on a Monday, Tuesday or Wednesday: the week goes on after it. */
async function withJob(product: BrowserProduct, run: (shown: Shown) => Promise<void>): Promise<void> {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    await shop.post(`/api/admin/shops/${shopId}/bays`, { name: 'By the door' })
    const day = (await bookableDays(product)).find((one) => weekdayOf(one) <= 3) ?? ''
    await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin First' })
    await run({ shop, shopId, day })
  })
}

const jobOf = (page: Page): Locator => page.getByRole('button', { name: /, Robin First, / })
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Move' })
/** 'Bay 1, Mon, Dec 7, 9:00 AM to 12:00 PM' */
const placeOf = async (job: Locator) => (await job.getAttribute('aria-label'))?.split(', Robin')[0]

/** 'Mon, Dec 7' of a day so many days later. */
function shortDay(day: string, later = 0): string {
  const date = Date.parse(`${addDays(day, later)}T00:00:00Z`)
  const parts = { weekday: 'short', month: 'short', day: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...parts }).format(date)
}

async function centerOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('it is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function dragTo(page: Page, to: Locator): Promise<void> {
  const [begin, end] = [await centerOf(jobOf(page)), await centerOf(to)]
  await page.mouse.move(begin.x, begin.y)
  await page.mouse.down()
  await page.mouse.move((begin.x + end.x) / 2, (begin.y + end.y) / 2, { steps: 4 })
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

function freeCell(page: Page, bay: string, day: string): Locator {
  const long = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric' })
  const words = long.format(Date.parse(`${day}T00:00:00Z`))
  return page.getByRole('gridcell', { name: new RegExp(`^${bay}, \\w+, ${words}, .*(free|closed)$`) })
}

/** Right after a drop the browser's click that belongs to it is ignored, and with it one of a script. */
async function confirmMove(page: Page): Promise<void> {
  await expect(async () => {
    await bar(page).getByRole('button', { name: 'Move', exact: true }).click({ timeout: 1_000 })
    await expect(bar(page)).toContainText('Moved', { timeout: 2_000 })
  }).toPass()
}

test('a job is dragged to another day and bay of the week at its time of day, and undone @desktop', async ({
  page,
  product,
}) => {
  await withJob(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&span=week&day=${day}`)
    const robin = jobOf(page)
    const [before, after] = [
      `Bay 1, ${shortDay(day)}, 9:00 AM to 12:00 PM`,
      `By the door, ${shortDay(day, 2)}, 9:00 AM to 12:00 PM`,
    ]
    await expect.poll(() => placeOf(robin)).toBe(before)
    await dragTo(page, freeCell(page, 'By the door', addDays(day, 2)))
    await expect(bar(page)).toContainText(
      `Move Robin First to ${shortDay(day, 2)}, 9:00 AM to 12:00 PM, By the door?`,
    )
    await expect.poll(() => placeOf(robin)).toBe(after)
    await expectSoundInBothLights(page, 'the question before a move in the week')
    await bar(page).getByRole('button', { name: 'Don’t move' }).click()
    await expect.poll(() => placeOf(robin)).toBe(before)

    await dragTo(page, freeCell(page, 'By the door', addDays(day, 2)))
    await confirmMove(page)
    await page.reload()
    await expect.poll(() => placeOf(robin)).toBe(after)

    await dragTo(page, freeCell(page, 'Bay 1', day))
    await confirmMove(page)
    await bar(page).getByRole('button', { name: 'Undo' }).click()
    await expect(bar(page)).toContainText('Robin First is back at the earlier place.')
    await expect.poll(() => placeOf(robin)).toBe(after)
  })
})

test('arrow keys move a job over the week, a closed day warns, and Escape puts it back @desktop', async ({
  page,
  product,
}) => {
  await withJob(product, async ({ shop, shopId, day }) => {
    const closed = { firstDay: addDays(day, 1), lastDay: addDays(day, 1), reason: 'Stocktaking' }
    expect((await shop.post(`/api/admin/shops/${shopId}/closures`, closed)).status).toBe(201)
    await enter(page, product, shop, `/admin?view=board&span=week&day=${day}`)
    const robin = jobOf(page)
    const before = `Bay 1, ${shortDay(day)}, 9:00 AM to 12:00 PM`
    await robin.focus()
    await pickUp(page, 'Robin First')
    await page.keyboard.press('ArrowRight')
    const announced = (later: number, bay: string) =>
      page.getByText(`${shortDay(day, later)}, 9:00 AM to 12:00 PM, ${bay}`, { exact: true })
    await expect(announced(1, 'Bay 1')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(robin).toBeFocused()
    await expect.poll(() => placeOf(robin)).toBe(before)
    await expect(bar(page)).toHaveCount(0)

    await pickUp(page, 'Robin First')
    await page.keyboard.press('ArrowRight')
    await expect(announced(1, 'Bay 1')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(announced(1, 'By the door')).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(bar(page)).toContainText('The shop is closed on that day.')
    await expect(bar(page).getByRole('button', { name: 'Move', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect.poll(() => placeOf(robin)).toBe(`By the door, ${shortDay(day, 1)}, 9:00 AM to 12:00 PM`)
    await expect(robin).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
