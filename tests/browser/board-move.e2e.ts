import type { Locator, Page } from '@playwright/test'
import { addDays, weekdayOf } from '../../contract/time.ts'
import { expect, test, type BrowserProduct } from '../support/product-fixture.ts'
import type { Person } from '../support/people.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { pickUp } from './pick-up.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

type Shown = { shop: Person; day: string; first: string }

/** A shop of two bays: in the first a job at nine, in the second one at one. */
async function withJobs(product: BrowserProduct, run: (shown: Shown) => Promise<void>): Promise<void> {
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    await shop.post(`/api/admin/shops/${shopId}/bays`, { name: 'By the door' })
    const day = (await bookableDays(product)).find((one) => weekdayOf(one) < 5) ?? ''
    const first = await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin First' })
    const other = await bookAt(product, { shopId, date: `${day} 13:00`, name: 'Sam Second' })
    const board = (await shop.get(`/api/admin/board?shopId=${shopId}&from=${day}`)).body
    const [bayId] = board.bays.map(({ id }: { id: number }) => id).slice(-1)
    expect((await shop.patch(`/api/admin/appointments/${other.id}`, { bayId })).status).toBe(200)
    await run({ shop, day, first: first.id })
  })
}

const jobOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`, ${name}, `) })
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Move' })
const placeOf = async (job: Locator) =>
  (await job.getAttribute('aria-label'))?.split(`, `).slice(0, 2).join(', ')

/** Drags by so many pixels. A minute has one pixel. */
async function drag(page: Page, from: Locator, right: number, down: number): Promise<void> {
  const box = await from.boundingBox()
  if (!box) throw new Error('there is nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 40)]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + right / 2, y + down / 2, { steps: 4 })
  await page.mouse.move(x + right, y + down, { steps: 4 })
  await page.mouse.up()
}

/** Right after a drop the browser's click that belongs to it is ignored, and with it one of a script. */
async function confirmMove(page: Page): Promise<void> {
  await expect(async () => {
    await bar(page).getByRole('button', { name: 'Move', exact: true }).click({ timeout: 1_000 })
    await expect(bar(page)).toContainText('Moved', { timeout: 2_000 })
  }).toPass()
}

/** Picks the focused job up. */

test('a job is dragged to another time and bay, after a question, and undone @desktop', async ({
  page,
  product,
}) => {
  await withJobs(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    const robin = jobOf(page, 'Robin First')
    const width = (await page.getByRole('columnheader', { name: 'Bay 1' }).boundingBox())?.width ?? 0
    await drag(page, robin, width, 60)
    await expect(bar(page)).toContainText('Move Robin First to')
    await expect(bar(page)).toContainText('10:00 AM to 1:00 PM, By the door?')
    await expect(bar(page).getByRole('checkbox', { name: 'Email the customer' })).toBeChecked()
    await expect(bar(page).getByRole('button', { name: 'Move', exact: true })).toBeFocused()
    await expectSoundInBothLights(page, 'the question before a move')
    await bar(page).getByRole('button', { name: 'Don’t move' }).click()
    await expect.poll(() => placeOf(robin)).toBe('Bay 1, 9:00 AM to 12:00 PM')

    await drag(page, robin, width, 60)
    await confirmMove(page)
    await expect(bar(page)).toContainText('The message to the customer leaves in 10 seconds.')
    await expect.poll(() => placeOf(robin)).toBe('By the door, 10:00 AM to 1:00 PM')
    await page.reload()
    await expect.poll(() => placeOf(robin)).toBe('By the door, 10:00 AM to 1:00 PM')

    await drag(page, robin, -width, -60)
    await confirmMove(page)
    await bar(page).getByRole('button', { name: 'Undo' }).click()
    await expect(bar(page)).toContainText('Robin First is back at the earlier place.')
    await expect.poll(() => placeOf(robin)).toBe('By the door, 10:00 AM to 1:00 PM')
  })
})

test('a taken time is refused with the job that is there, and a late one with a warning @desktop', async ({
  page,
  product,
}) => {
  await withJobs(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    const robin = jobOf(page, 'Robin First')
    const width = (await page.getByRole('columnheader', { name: 'Bay 1' }).boundingBox())?.width ?? 0
    await drag(page, robin, width, 120)
    await expect(bar(page)).toContainText('By the door has Sam Second from 1:00 PM to 4:00 PM.')
    await expect.poll(() => placeOf(robin)).toBe('Bay 1, 9:00 AM to 12:00 PM')
    // The lower edge changes the length alone, which the customer need not know.
    await drag(page, page.locator(`[data-resize]`).first(), 0, 45)
    await expect(bar(page)).toContainText('9:00 AM to 12:45 PM, Bay 1?')
    await expect(bar(page)).toContainText('The customer’s time stays the same.')
    await confirmMove(page)
    await expect.poll(() => placeOf(robin)).toBe('Bay 1, 9:00 AM to 12:45 PM')
  })
})

test('the keyboard picks a job up, moves and drops it, and Escape puts it back @desktop', async ({
  page,
  product,
}) => {
  await withJobs(product, async ({ shop, day }) => {
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    const robin = jobOf(page, 'Robin First')
    await robin.focus()
    await pickUp(page, 'Robin First')
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(robin).toBeFocused()
    await expect.poll(() => placeOf(robin)).toBe('Bay 1, 9:00 AM to 12:00 PM')
    await expect(bar(page)).toHaveCount(0)

    await pickUp(page, 'Robin First')
    // The next press counts from the place that was announced.
    for (const end of ['12:15 PM', '12:30 PM']) {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByText(new RegExp(`to ${end}, Bay 1$`))).toBeAttached()
    }
    await page.keyboard.press('Enter')
    await expect(bar(page)).toContainText('9:30 AM to 12:30 PM, Bay 1?')
    await page.keyboard.press('Enter')
    await expect(bar(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect.poll(() => placeOf(robin)).toBe('Bay 1, 9:30 AM to 12:30 PM')
    await expect(robin).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('a dialog moves an appointment by fields, and names what stands in the way', async ({
  page,
  product,
}) => {
  await withJobs(product, async ({ shop }) => {
    await enter(page, product, shop, '/admin')
    await page.getByRole('button', { name: /9:00 AM.*, details$/ }).click()
    const details = page.getByRole('dialog', { name: 'Appointment Details' })
    await details.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Move appointment' })
    const send = dialog.getByRole('button', { name: 'Move', exact: true })
    await expect(send).toBeDisabled()
    await dialog.getByLabel('Bay').selectOption({ label: 'By the door' })
    await dialog.getByLabel('Time', { exact: true }).fill('11:30')
    await expect(dialog).toContainText('By the door has Sam Second from 1:00 PM to 4:00 PM.')
    await expect(send).toBeDisabled()
    await dialog.getByLabel('Time', { exact: true }).fill('18:00')
    await expect(dialog).toContainText('That’s outside your hours, 9:00 AM to 5:00 PM.')
    await expectSoundInBothLights(page, 'the dialog that moves an appointment')
    await send.click()
    await expect(dialog).toBeHidden()
    await expect(details).toBeHidden()
    await expect(bar(page)).toContainText('Moved Robin First to')
    await expect(bar(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.getByRole('button', { name: /6:00 PM.*, details$/ }).click()
    await expect(details).toContainText('6:00 PM')
    await expect(details.getByRole('region', { name: 'Timeline' })).toContainText('Appointment moved')
  })
})

async function openMoveDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /9:00 AM.*, details$/ }).click()
  const details = page.getByRole('dialog', { name: 'Appointment Details' })
  await details.getByRole('button', { name: 'Move', exact: true }).click()
  return page.getByRole('dialog', { name: 'Move appointment' })
}

test('a dialog keeps its fields without a connection, and says when the job left its day', async ({
  page,
  product,
}) => {
  // Without live updates, which could end the dialog before the click.
  await page.route('**/api/admin/live*', (route) => route.abort())
  await withJobs(product, async ({ shop, day, first }) => {
    await enter(page, product, shop, '/admin')
    const dialog = await openMoveDialog(page)
    const time = dialog.getByLabel('Time', { exact: true })
    const send = dialog.getByRole('button', { name: 'Move', exact: true })
    await time.fill('09:30')
    await page.context().setOffline(true)
    await send.click()
    await expect(dialog.getByText(/^No connection\..*Click the button again\.$/)).toBeVisible()
    await expect(time).toHaveValue('09:30')
    const isBoardOfDay = (url: string) => url.includes('/api/admin/board') && url.includes(`from=${day}`)
    const refetched = page.waitForResponse((response) => isBoardOfDay(response.url()))
    await page.context().setOffline(false)
    await refetched
    const moved = { date: `${addDays(day, 1)} 10:00`, notify: false }
    expect((await shop.patch(`/api/admin/appointments/${first}`, moved)).status).toBe(200)
    await send.click()
    await expect(dialog).toContainText('This appointment was moved or cancelled meanwhile.')
    await expect(time).toHaveValue('09:30')
    await expect(send).toBeDisabled()
  })
})

test('the board opens with the first job of a long day in view @desktop', async ({ page, product }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await withOpenShop(product, {}, async ({ shop, shopId }) => {
    const day = (await bookableDays(product)).find((one) => weekdayOf(one) < 5) ?? ''
    const { id } = await bookAt(product, { shopId, date: `${day} 09:00`, name: 'Robin First' })
    await enter(page, product, shop, `/admin?view=board&day=${day}`)
    await expect(jobOf(page, 'Robin First')).toBeInViewport({ ratio: 1 })
    const late = { date: `${day} 21:00`, notify: false }
    expect((await shop.patch(`/api/admin/appointments/${id}`, late)).status).toBe(200)
    await page.reload()
    await expect(jobOf(page, 'Robin First')).toBeInViewport({ ratio: 0.5 })
  })
})
