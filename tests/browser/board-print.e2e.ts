import type { Page } from '@playwright/test'
import type { Board } from '../../contract/admin/board.ts'
import { formatLongDay, weekdayOf } from '../../contract/time.ts'
import { expect, test } from '../support/product-fixture.ts'
import { expectNoCutText } from './cut-texts.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

/** Letter in CSS pixels, portrait. */
const letter = { width: 816, height: 1056 }

async function countPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'Letter' })
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b(?!s)/g)].length
}

/** Expects one page of paper with these texts, each whole. */
async function expectOnePage(page: Page, texts: readonly (string | RegExp)[]): Promise<void> {
  expect(await countPages(page)).toBe(1)
  const size = page.viewportSize()
  await page.setViewportSize(letter)
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('[data-print-sheet]')
  for (const text of texts) await expect(sheet.getByText(text).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('main')).toBeHidden()
  await expectNoCutText(page, 'paper')
  await page.emulateMedia({ media: null })
  if (size) await page.setViewportSize(size)
}

test('the board prints a day and a week on one page each, with phone numbers @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Paper Shop' }, async ({ shop, shopId }) => {
    await shop.post(`/api/admin/shops/${shopId}/bays`, { name: 'By the door' })
    const bookable = await bookableDays(product)
    const monday = bookable.findIndex((day) => weekdayOf(day) === 1)
    const week = bookable.slice(monday, monday + 5).filter((day, index) => weekdayOf(day) === index + 1)
    const [day = ''] = week
    for (const [index, date] of [...week, ...week].entries())
      await bookAt(product, {
        shopId,
        date: `${date} 09:00`,
        name: `Customer ${index} of a Rather Long Name`,
      })
    await bookAt(product, { shopId, date: `${day} 13:00`, name: 'W'.repeat(60) })
    await page.emulateMedia({ colorScheme: 'dark' })
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await expect(page.getByText(/ · 3 jobs/).first()).toBeVisible()
    await expectOnePage(page, ['Paper Shop, 3 jobs', '(626) 555-0142', 'W'.repeat(60), 'By the door'])
    await page.getByRole('radio', { name: 'Week' }).check()
    await expect(page.getByRole('grid').getByText(/^Sun, /)).toBeVisible()
    await expectOnePage(page, [
      ...week.map((each) => new RegExp(`^${formatLongDay(each)}, `)),
      /^Saturday, /,
      /^Sunday, /,
      'Customer 9 of a Rather Long Name',
      '(626) 555-0142',
    ])
  })
})

test('a full week takes a second sheet, and no job may cross it @desktop', async ({ page, product }) => {
  await withOpenShop(product, { businessName: 'Full Shop' }, async ({ shop, shopId }) => {
    const [day = ''] = await bookableDays(product)
    await bookAt(product, { shopId, date: `${day} 09:00` })
    // Eight jobs on each day: more than the test could book.
    await page.route(/\/api\/admin\/board/, async (route) => {
      const board = (await (await route.fetch()).json()) as Board
      const [job] = board.jobs
      const jobs = board.days.flatMap((each) =>
        Array.from({ length: 8 }, (_, place) => ({
          ...job,
          appointmentId: `${each.day} ${place}`,
          day: each.day,
          customerName: `Customer ${place}${place === 5 ? ' with a Name that is too Long for a Line of Paper' : ''}`,
        })),
      )
      await route.fulfill({ json: { ...board, jobs } })
    })
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await page.getByRole('radio', { name: 'Week' }).check()
    await expect(page.getByText(/56 jobs/).first()).toBeAttached()
    expect(await countPages(page)).toBe(2)
    const rules = await page
      .locator('[data-print-sheet] tbody tr')
      .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).breakInside))
    expect([rules.length, new Set(rules)]).toEqual([7 + 56, new Set(['avoid'])])
  })
})
