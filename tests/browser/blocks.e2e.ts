import type { Page } from '@playwright/test'
import { weekdayOf } from '../../contract/time.ts'
import { expect, test, type BrowserProduct } from '../support/product-fixture.ts'
import type { Person } from '../support/people.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

type Shown = { shop: Person; shopId: number; day: string }

/** An open shop with one bay and a job from nine to twelve. */
async function withJob(product: BrowserProduct, run: (shown: Shown) => Promise<void>): Promise<void> {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const day = (await bookableDays(product)).find((one) => weekdayOf(one) < 5) ?? ''
    await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin First' })
    await run({ shop, shopId, day })
  })
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Block time' })
const blockOf = (page: Page, reason: string) => page.getByRole('button', { name: `Blocked: ${reason}` })

test('time is blocked from the button, stands on the board, and is removed', async ({ page, product }) => {
  await withJob(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await page.getByRole('button', { name: 'Block time' }).click()
    await expect(dialog(page).getByLabel('Date')).toHaveValue(day)
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click()
    await expect(dialog(page).getByText('Say why, like Lunch.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Lunch' }).click()
    await expectSoundInBothLights(page, 'a new block')
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(blockOf(page, 'Lunch')).toContainText('12:00 PM to 1:00 PM')
    await expectSoundInBothLights(page, 'a board with a block')
    await blockOf(page, 'Lunch').click()
    const shown = page.getByRole('dialog', { name: 'Lunch' })
    await expect(shown).toContainText('keeps this time free of jobs')
    await shown.getByRole('button', { name: 'Remove' }).click()
    await expect(blockOf(page, 'Lunch')).toHaveCount(0)
  })
})

test('jobs in the way are listed, and the block goes around them', async ({ page, product }) => {
  await withJob(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await page.getByRole('button', { name: 'Block time' }).click()
    await dialog(page).getByLabel('Date').fill(day)
    await dialog(page).getByLabel('From').fill('09:00')
    await dialog(page).getByLabel('To').fill('17:00')
    await dialog(page).getByLabel('Reason').fill('Broken lift')
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click()
    await expect(dialog(page)).toContainText('1 job lies in it: move it, or block around.')
    await expect(dialog(page).getByRole('list', { name: 'Jobs in the way' })).toContainText('Robin First')
    await expectSoundInBothLights(page, 'a block with a job in the way')
    await dialog(page).getByRole('button', { name: 'Block around' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(blockOf(page, 'Broken lift')).toContainText('12:00 PM to 5:00 PM')
  })
})

test('a block is drawn over free hours, weekly, and one week is left out @desktop', async ({
  page,
  product,
}) => {
  await withJob(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    const hour = (time: string) => page.getByRole('gridcell', { name: `Bay 1, ${time}, free` })
    await hour('1:00 PM').hover()
    await page.mouse.down()
    await hour('2:00 PM').hover()
    await page.mouse.up()
    await expect(dialog(page).getByLabel('From')).toHaveValue('13:00')
    await expect(dialog(page).getByLabel('To')).toHaveValue('15:00')
    await dialog(page).getByRole('button', { name: 'Training' }).click()
    await dialog(page).getByRole('checkbox', { name: 'Every week' }).check()
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click()
    await expect(blockOf(page, 'Training')).toContainText('weekly')
    await expect(page.getByRole('gridcell', { name: 'Bay 1, 1:00 PM, blocked: Training' })).toBeVisible()
    await blockOf(page, 'Training').click()
    const shown = page.getByRole('dialog', { name: 'Training' })
    await shown.getByRole('button', { name: 'Remove this one' }).click()
    await expect(blockOf(page, 'Training')).toHaveCount(0)
    await page.getByRole('button', { name: 'Next day' }).focus()
    for (let days = 0; days < 7; days += 1) await page.keyboard.press('Enter')
    await expect(blockOf(page, 'Training')).toBeVisible()
  })
})
