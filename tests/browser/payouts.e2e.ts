import { Pool } from 'pg'
import type { Page } from '@playwright/test'
import { openShop, send, signUp } from '../support/people.ts'
import { writeMovements, type Moved } from '../support/payout-months.ts'
import { expect, test, type BrowserProduct } from '../support/product-fixture.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { enter, signInAdministrator, withOpenShop } from './shop-people.ts'

/** The month before the product's, 'YYYY-MM'. */
async function lastMonth(product: BrowserProduct): Promise<string> {
  const { now } = (await send(product, 'GET', '/api/config')).body as { now: string }
  const at = new Date(Date.parse(now))
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

async function move(product: BrowserProduct, shopId: number, moved: readonly Moved[]): Promise<void> {
  await signUp(product)
  const pool = new Pool({ connectionString: product.databaseUrl })
  await writeMovements(pool, shopId, moved)
  await pool.end()
}

/** The two rows of a shop. */
const shopRows = (page: Page, name: string) => page.locator('tbody').filter({ hasText: name })

test('an administrator records a payment, and its owner reads it @desktop', async ({ page, product }) => {
  await withOpenShop(product, { businessName: 'Payable Audio' }, async ({ shop, shopId, administrator }) => {
    const month = await lastMonth(product)
    const at = `${month}-12T18:00:00Z`
    await move(product, shopId, [
      { movement: 'captured', cents: 129_900, at },
      { movement: 'refunded', cents: 10_050, at },
      { movement: 'paid_otherwise', cents: 49_900, at },
      { movement: 'tax_collected', cents: 3120, at },
    ])
    await enter(page, product, administrator, '/admin?view=payouts')
    const rows = shopRows(page, 'Payable Audio')
    await expect(rows.getByRole('row').last()).toHaveText(
      /\$1,299Refunds −\$100\.50\D+\$0\D+\$1,198\.50\D+\$0\D+\$1,198\.50\D+Paid otherwise \$499Tax \$31\.20/,
    )
    await page.getByRole('button', { name: 'Record payment, Payable Audio' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record payment' })
    await expect(dialog.getByLabel('Amount')).toHaveValue('1198.50')
    const send = dialog.getByRole('button', { name: 'Record payment' })

    await dialog.getByLabel('Amount').fill('0.005')
    await send.click()
    await expect(dialog.getByText('Please enter an amount in dollars and cents, other than 0')).toBeVisible()
    await expect(dialog.getByText('Please give the reference of the bank transfer')).toBeVisible()
    await expect(dialog.getByLabel('Amount')).toBeFocused()
    await dialog.getByLabel('Amount').fill('1198.51')
    await dialog.getByLabel('Reference').fill('ACH 20-4471')
    await send.click()
    await expect(
      dialog.getByText('That is more than the $1,198.50 that this statement has open.'),
    ).toBeVisible()
    await dialog.getByLabel('Amount').fill('1,198.50')
    // The second click of a hasty person.
    await send.dblclick()
    await expect(dialog).toBeHidden()
    await expect(rows).toContainText(/Paid \$1,198\.50 on \w{3} \d+, \d{4} with reference ACH 20-4471/)
    await expect(rows.getByRole('button', { name: 'Record payment' })).toHaveCount(0)
    const statement = await administrator.get(`/api/admin/shops/${shopId}/statement?month=${month}`)
    expect(statement.body.balance.payouts).toHaveLength(1)

    await page.getByRole('button', { name: 'Correct, Payable Audio' }).click()
    const correction = page.getByRole('dialog', { name: 'Correct' })
    await correction.getByLabel('Amount').fill('-198.50')
    await correction.getByLabel('Reference').fill('ACH 20-4472')
    await correction.getByLabel('Reason').fill('The bank sent a part back')
    await correction.getByRole('button', { name: 'Record correction' }).click()
    await expect(rows).toContainText('Corrected by −$198.50')
    await expect(rows.getByRole('button', { name: 'Record payment' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toBe(`payouts-${month}.csv`)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectSoundInBothLights(page, 'the payouts of all shops')

    await page.getByRole('link', { name: 'Payable Audio' }).click()
    const region = page.getByRole('region', { name: 'Payout statement' })
    await expect(region.getByLabel('Month')).toHaveValue(month)
    await expect(region.getByLabel('Month')).toBeInViewport()

    await enter(page, product, shop, '/admin?view=shop')
    await region.getByLabel('Month').selectOption(month)
    await expect(region.getByText(/^Paid on \w{3} \d+, \d{4} with reference ACH 20-4471$/)).toBeVisible()
    await expect(region.getByText(/^Corrected on .+: The bank sent a part back$/)).toBeVisible()
    await expect(region.getByRole('definition')).toHaveText([
      '$1,299',
      '−$100.50',
      '$0',
      '$1,198.50',
      '−$1,198.50',
      '$198.50',
      '$198.50',
      '$499',
      '$31.20',
    ])
    await expect(region.getByText('Paid otherwise, not in the net')).toBeVisible()
  })
})

test('an amount that the net does not add says so, and both pages name the same remitter', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Taxed Audio' }, async ({ shop, shopId, administrator }) => {
    const month = await lastMonth(product)
    const at = `${month}-12T18:00:00Z`
    await move(product, shopId, [
      { movement: 'captured', cents: 79_900, at },
      { movement: 'tax_collected', cents: 4259, at },
      { movement: 'paid_otherwise', cents: 6_000, at },
    ])
    const remitter = page.getByText('Dashfit’s accountant decides who remits the sales tax.')
    const otherRemitter = page.getByText(/\byour accountant\b/i)
    await enter(page, product, administrator, `/admin?view=payouts&month=${month}`)
    await expect(shopRows(page, 'Taxed Audio')).toContainText('Tax $42.59')
    await expect(page.getByText('Not in the net')).toHaveCount(0)
    await expect(remitter).toHaveCount(1)
    await expect(otherRemitter).toHaveCount(0)

    await enter(page, product, shop, '/admin?view=shop')
    const region = page.getByRole('region', { name: 'Payout statement' })
    await region.getByLabel('Month').selectOption(month)
    await expect(remitter).toHaveCount(2)
    await expect(otherRemitter).toHaveCount(0)
    const row = (name: string) => region.getByRole('row').filter({ hasText: name })
    const isNarrow = (page.viewportSize()?.width ?? 0) < 640
    for (const [name, adds] of [
      ['Captured', true],
      ['Sales tax included', false],
      ['Paid at the shop', false],
    ] as const) {
      const amount = row(name).locator('td').nth(4)
      await expect(amount).toHaveCSS('font-weight', adds ? '500' : '400')
      const note = row(name).getByText('Not added to the net')
      if (!adds && isNarrow) await expect(note).toBeVisible()
      else await expect(note).toBeHidden()
    }
  })
})

test('who is too late with a payment reads that, and the amounts are those of the first @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Twice Paid' }, async ({ shopId, administrator }) => {
    const month = await lastMonth(product)
    await move(product, shopId, [{ movement: 'captured', cents: 50_000, at: `${month}-12T18:00:00Z` }])
    await enter(page, product, administrator, `/admin?view=payouts&month=${month}`)
    await page.getByRole('button', { name: 'Record payment, Twice Paid' }).click()
    const other = await administrator.post(`/api/admin/shops/${shopId}/payouts`, {
      id: crypto.randomUUID(),
      month,
      kind: 'payment',
      amountCents: 20_000,
      paidOn: `${month}-28`,
      reference: 'the first',
      seenCents: 0,
    })
    expect(other.status).toBe(201)
    const dialog = page.getByRole('dialog', { name: 'Record payment' })
    await dialog.getByLabel('Reference').fill('the second')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(
      /Someone else recorded a payment of this statement in the meantime\. Nothing was recorded\./,
    )
    // Escape asks before the typed reference is lost, and a click on Close answers.
    await page.keyboard.press('Escape')
    await expect(dialog.getByText('Close without recording it? What you typed will be lost.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Reference')).toBeFocused()
    await expect(dialog.getByLabel('Reference')).toHaveValue('the second')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog).toBeHidden()
    await expect(shopRows(page, 'Twice Paid')).toContainText('with reference the first')
    await expect(shopRows(page, 'Twice Paid')).not.toContainText('the second')
  })
})

test('the rows of a busy month are folded until the owner asks for them @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, { businessName: 'Busy Audio' }, async ({ shop, shopId }) => {
    const month = await lastMonth(product)
    const at = `${month}-12T18:00:00Z`
    await move(
      product,
      shopId,
      Array.from({ length: 13 }, () => ({ movement: 'captured' as const, cents: 50_000, at })),
    )
    await enter(page, product, shop, '/admin?view=shop')
    const region = page.getByRole('region', { name: 'Payout statement' })
    await region.getByLabel('Month').selectOption(month)
    const fold = region.getByRole('button', { name: 'Show 13 rows' })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(region.getByRole('row')).toHaveCount(0)
    await fold.click()
    await expect(region.getByRole('row')).toHaveCount(14)
    await region.getByRole('button', { name: 'Hide the rows' }).click()
    await expect(region.getByRole('row')).toHaveCount(0)
  })
})

test('a month without money, a month that is not over, and a failure are said', async ({ page, product }) => {
  await withOpenShop(product, { businessName: 'Unfinished Month' }, async ({ shopId, administrator }) => {
    const { now } = (await send(product, 'GET', '/api/config')).body as { now: string }
    await move(product, shopId, [{ movement: 'captured', cents: 50_000, at: now }])
    await enter(page, product, administrator, `/admin?view=payouts`)
    const months = page.getByLabel('Month').getByRole('option')
    await page.getByLabel('Month').selectOption({ index: 0 })
    await expect(shopRows(page, 'Unfinished Month')).toContainText('This month isn’t over yet.')
    await expect(page.getByRole('button', { name: /Unfinished Month/ })).toHaveCount(0)
    await page.getByLabel('Month').selectOption({ index: (await months.count()) - 1 })
    await expect(page.getByText(/^No money moved in /)).toBeVisible()
    await page.route('**/api/admin/payouts?*', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/api/admin/payouts?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/^No money moved in /)).toBeVisible()
  })
})

test('an owner has no page of payouts @desktop', async ({ page, product }) => {
  const { shop } = await openShop(product, await signInAdministrator(product), { businessName: 'No Payouts' })
  await enter(page, product, shop, '/admin?view=payouts')
  await expect(page.getByRole('heading', { level: 1, name: 'Appointment Management' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payouts' })).toHaveCount(0)
})
