import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import type { Attention } from '../../contract/admin/attention.ts'
import { instantOfWallTime } from '../../contract/time.ts'
import { forwardEventOf, nextWorkState, type WorkState } from '../../contract/workshop/work-states.ts'
import { expect, type BrowserProduct } from '../support/product-fixture.ts'
import { tellSandbox } from './booked-customer.ts'
import { dismissToast } from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { enter } from './shop-people.ts'
import { book, captureIn, openShop, presentTime, signInAsStaff, test, type Job } from './staff-journey.ts'
import { withWorkingShop } from './working-shop.ts'

const zone = 'America/Los_Angeles'
const dayMs = 86_400_000

/** The first Monday of the bookable window: the shop is open on the day after it too. */
async function findMonday(product: BrowserProduct): Promise<string> {
  const first = (await presentTime(product)) + 7 * dayMs
  const days = Array.from({ length: 7 }, (_, ahead) => new Date(first + ahead * dayMs))
  return (
    days
      .find((day) => day.getUTCDay() === 1)
      ?.toISOString()
      .slice(0, 10) ?? ''
  )
}

/** Sets all clocks to a wall time of a day. */
async function turnTo(product: BrowserProduct, day: string, minutes: number): Promise<void> {
  const at = instantOfWallTime(day, minutes, zone) ?? Number.NaN
  const advanceSeconds = Math.ceil((at - (await presentTime(product))) / 1000)
  // A clock never goes back.
  if (advanceSeconds > 0) await tellSandbox(product, 'clock', { advanceSeconds })
}

/** Brings the work of a job to its end, as the person of the page. */
async function handOver(page: Page, { id }: Job): Promise<void> {
  let from: WorkState = 'booked'
  for (let event = forwardEventOf(from); event; event = forwardEventOf(from)) {
    const answer = await page.request.post(`/api/work/${id}/events`, {
      data: { id: randomUUID(), event, from },
    })
    expect(answer.status()).toBe(200)
    from = nextWorkState(from, event) ?? from
  }
}

async function addBays(product: BrowserProduct, shopId: number, count: number): Promise<void> {
  const client = new Client({ connectionString: product.databaseUrl })
  await client.connect()
  await client.query(
    `insert into bays (shop_id, name) select $1, 'Lift ' || n from generate_series(1, $2::integer) n`,
    [shopId, count],
  )
  await client.end()
}

test('Today has each job in its place, calls, names a technician and charges a finished job', async ({
  page,
  product,
  isMobile,
}) => {
  const shop = await openShop(product, 'Second Gear')
  await addBays(product, shop.id, 1)
  const jobs: Job[] = []
  for (const name of ['Avery Morning', 'Blake Morning', 'Casey Noon', 'Drew Noon', 'Emery Next'])
    jobs.push(await book(product, { name, shopId: shop.id, from: await findMonday(product) }))
  const day = jobs[0]?.date.slice(0, 10) ?? ''
  expect(new Date(day).getUTCDay()).toBe(1)
  expect(jobs.map(({ date }) => date.slice(11))).toEqual(['09:00', '09:00', '12:00', '12:00', '09:00'])
  // The renewal places the holds that outlive the jobs.
  await turnTo(product, day, 9 * 60 - 70 * 60)
  await expect
    .poll(
      async () => {
        const { body } = (await jobs[0]?.customer.get(`/api/appointments/user/${jobs[0].email}`)) ?? {}
        return Date.parse(body?.[0]?.hold?.liveUntil ?? '')
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(instantOfWallTime(day, 18 * 60, zone) ?? Number.NaN)

  await turnTo(product, day, 10 * 60 + 30)
  await page.setViewportSize(isMobile ? { width: 390, height: 844 } : { width: 1280, height: 800 })
  await signInAsStaff(page, shop)
  await page.goto('/admin?view=today')
  const part = (name: string) => page.getByRole('region', { name })
  const rowIn = (name: string, job: Job | undefined) =>
    part(name)
      .getByRole('listitem')
      .filter({ hasText: job?.name ?? 'nothing' })
  await expect(part('Expected by now').getByRole('listitem')).toHaveCount(2)
  await expect(part('Arriving')).toContainText('In the next 2 hours')
  await expect(part('Arriving').getByRole('listitem')).toHaveCount(2)
  await expect(part('Tomorrow').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('4 jobs today · $1,996 held · 0 done')).toBeVisible()
  await expect(
    page.getByText('Nothing needs attention. No car is in the shop. Every finished job is charged.'),
  ).toBeVisible()
  // The first job of the day is in sight without scrolling.
  const first = rowIn('Expected by now', jobs[0])
  await expect(first).toBeInViewport({ ratio: 1 })
  const call = first.locator('a[href="tel:+16265550142"]').filter({ visible: true })
  await expect(call).toHaveCount(1)
  const box = await call.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(isMobile ? 44 : 24)
  await expectSoundInBothLights(page, 'Today')

  const technician = first.getByLabel('Technician for Avery Morning')
  const saved = page.waitForResponse(/\/technician$/)
  await technician.selectOption({ index: 1 })
  await saved
  await page.reload()
  await expect(technician).not.toHaveValue('')
  await first.getByRole('button', { name: /, details$/ }).click()
  const details = page.getByRole('dialog', { name: 'Appointment Details' })
  await expect(details.getByLabel('Technician for Avery Morning')).not.toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await turnTo(product, day, 12 * 60 + 30)
  await page.reload()
  const done = rowIn('Done, not charged', jobs[0])
  await expect(part('Done, not charged').getByRole('listitem')).toHaveCount(2)
  await expect(part('Expected by now').getByRole('listitem')).toHaveCount(2)
  await expect(part('Arriving')).toHaveCount(0)
  await captureIn(done)
  await expect(page.getByText('Payment has been successfully captured')).toBeVisible()
  await dismissToast(page)
  await expect(done).toHaveCount(0)
  await expect(page.getByText('4 jobs today · $1,497 held · 2 done')).toBeVisible()

  // The list counts it once, as Today does.
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'Done, not charged 1' })).toBeVisible()
  await expect(page.getByRole('link', { name: /attention/ })).toHaveCount(0)
  await page.goto('/admin?view=today')
  await expect(part('Done, not charged')).toBeVisible()

  // The rest of the day is charged with one press and its answer.
  await turnTo(product, day, 15 * 60 + 30)
  await page.reload()
  // No car was marked as arrived, so no job is charged with others.
  const chargeAll = page.getByRole('button', { name: /^Charge all/ })
  await expect(part('Done, not charged').getByRole('listitem')).toHaveCount(3)
  await expect(chargeAll).toHaveCount(0)
  for (const job of jobs.slice(2, 4)) await handOver(page, job)
  await page.reload()
  await chargeAll.click()
  const question = page.getByRole('dialog', { name: 'Charge 2 finished jobs?' })
  await expect(question.getByRole('button', { name: 'Don’t charge' })).toBeFocused()
  await expect(question.getByRole('listitem')).toHaveText([/^Drew Noon/, /^Casey Noon/])
  await expect(question.getByText('1 job is left out: the car was never marked as arrived.')).toBeVisible()
  await expectSoundInBothLights(page, 'the question before all charges')
  // A discount is given at that moment: the job is charged once its new amount was seen.
  await page.route(`**/${jobs[2]?.id}/capture`, async (route) => {
    const line = { id: randomUUID(), kind: 'discount', description: 'Late', amountCents: 5_000 }
    await page.request.post(`/api/admin/appointments/${jobs[2]?.id}/price/lines`, { data: line })
    await route.continue()
  })
  await question.getByRole('button', { name: 'Charge $998' }).click()
  const one = page.getByRole('dialog', { name: 'Charge 1 finished job?' })
  await expect(one.getByText('The amount due changed from $499 to $449.')).toBeVisible()
  await page.unroute(`**/${jobs[2]?.id}/capture`)
  await one.getByRole('button', { name: 'Charge $449' }).click()
  const result = page.getByRole('dialog', { name: 'All charged' })
  await expect(result.getByText('Charged', { exact: true })).toHaveCount(2)
  await result.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText('4 jobs today · $499 held · 4 done')).toBeVisible()
})

test('at 1280 x 800 eight rows of the list are in sight, two lines each, below a head that stays @desktop', async ({
  page,
  product,
}) => {
  const shop = await openShop(product, 'Eight Rows')
  await addBays(product, shop.id, 4)
  // The dates of the next year are the widest ones: they name their year.
  await turnTo(product, `${new Date(await presentTime(product)).getUTCFullYear()}-12-28`, 12 * 60)
  for (let count = 0; count < 9; count += 1)
    await book(product, { name: `Customer ${count} of a Rather Long Name`, shopId: shop.id })
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAsStaff(page, shop)
  await expect(page.getByText('Showing 9 of 9')).toBeVisible()
  const rows = page.getByRole('row')
  await expect(rows.nth(8)).toBeInViewport({ ratio: 1 })
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    if (width >= 1280) expect([width, heights.slice(1)]).toEqual([width, Array.from({ length: 9 }, () => 64)])
  }
  await page.setViewportSize({ width: 1280, height: 500 })
  await rows.nth(9).scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeInViewport({ ratio: 1 })
})

test('on a phone the search, the ranges and the first job share one screen, and a tap calls @phone', async ({
  page,
  product,
}) => {
  const shop = await openShop(product, 'One Screen')
  const job = await book(product, { name: 'Pat Caller', shopId: shop.id })
  await signInAsStaff(page, shop)
  await expect(page.getByLabel('Search')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Upcoming' })).toBeInViewport({ ratio: 1 })
  const card = page.getByRole('listitem').filter({ hasText: job.email })
  await expect(card).toBeInViewport({ ratio: 1 })
  const call = card.getByRole('link', { name: 'Call Pat Caller, (626) 555-0142' })
  await expect(call).toHaveAttribute('href', 'tel:+16265550142')
  expect(await call.boundingBox()).toMatchObject({ width: 44, height: 44 })
})

test('a quick range is an address, and the order of coming and past ranges is remembered apart @desktop', async ({
  page,
  product,
}) => {
  const shop = await openShop(product, 'Ranges')
  await book(product, { name: 'Robin Soon', shopId: shop.id })
  await book(product, { name: 'Robin Late', shopId: shop.id, day: 'last' })
  await signInAsStaff(page, shop)
  const names = page.getByRole('row').getByText(/^Robin/)
  await expect(names).toHaveText(['Robin Soon', 'Robin Late'])
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\?range=all$/)
  await expect(page.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(names).toHaveText(['Robin Late', 'Robin Soon'])
  await page.getByRole('columnheader', { name: 'Date & Time' }).getByRole('button').click()
  await expect(names).toHaveText(['Robin Soon', 'Robin Late'])
  await page.goto('/admin')
  await expect(names).toHaveText(['Robin Soon', 'Robin Late'])
  await page.getByRole('columnheader', { name: 'Date & Time' }).getByRole('button').click()
  await expect(names).toHaveText(['Robin Late', 'Robin Soon'])
  await page.goto('/admin?range=all')
  await expect(names).toHaveText(['Robin Soon', 'Robin Late'])
  await page.getByRole('link', { name: 'Today', exact: true }).last().click()
  await expect(page.getByText('No appointments today.')).toBeVisible()
  await page.getByLabel('Search').fill('robin')
  await expect(page.getByText('No appointments match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Search all appointments' }).click()
  await expect(names).toHaveCount(2)
})

test('the button that shows everything that needs attention has the number of the heading @desktop', async ({
  page,
  product,
}) => {
  await withWorkingShop(product, async ({ owner, jobId }) => {
    // Five problems of a job, and a text of a phone without an appointment.
    await page.route('**/api/admin/attention*', async (route) => {
      const answer = await route.fetch()
      const found = (await answer.json()) as Attention
      const [job] = found.today
      if (!job) throw new Error('There is no job today')
      const reasons = ['hold_failed', 'card_unconfirmed', 'mail_bounced', 'no_card', 'text_unread'] as const
      const none = { since: null, repair: null, mailId: null, askedAt: null, answerBy: null }
      const items = reasons.map((reason) => ({ ...job, ...none, reason, sentence: `Problem ${reason}` }))
      const { shopName, timeZone, appointmentDate: at } = job
      const text = { id: jobId, shopName, timeZone, phone: '6265550142', body: 'Are you open?', at }
      const json = { ...found, items, total: items.length, strangersTexts: [text] }
      await route.fulfill({ response: answer, json })
    })
    await enter(page, product, owner, '/admin?view=today')
    const panel = page.getByRole('region', { name: 'Needs attention' })
    await expect(panel.getByRole('heading')).toHaveText('Needs attention 6')
    await panel.getByRole('button', { name: 'Show all 6' }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(6)
  })
})
