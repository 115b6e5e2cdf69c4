import { Pool } from 'pg'
import { openShop, signUp } from '../support/people.ts'
import { writeMovements } from '../support/payout-months.ts'
import { test } from '../support/product-fixture.ts'
import { enter, signInAdministrator } from './shop-people.ts'

test('shots', async ({ page, product }) => {
  test.setTimeout(180_000)
  const administrator = await signInAdministrator(product)
  await signUp(product)
  const pool = new Pool({ connectionString: product.databaseUrl })
  const month = '2026-10'
  const ids: number[] = []
  for (const name of ['Alhambra Audio & Retrofit', 'Bayside Car Sound', 'Crown Auto Electronics of Greater San Bernardino County', 'Desert Tunes', 'Evergreen']) {
    ids.push((await openShop(product, administrator, { businessName: name })).shopId)
  }
  const at = `${month}-12T18:00:00Z`
  await writeMovements(pool, ids[0]!, [
    { movement: 'captured', cents: 2_129_900, at }, { movement: 'refunded', cents: 10_050, at },
    { movement: 'paid_otherwise', cents: 149_900, at }, { movement: 'tax_collected', cents: 163_120, at },
    { movement: 'captured', cents: 49_900, at, name: 'Jordan Alvarez' }, { movement: 'dispute_withdrawn', cents: 49_900, at: `${month}-20T18:00:00Z`, name: 'Jordan Alvarez' }, { movement: 'dispute_fee', cents: 1500, at: `${month}-20T18:00:00Z`, name: 'Jordan Alvarez' },
    { movement: 'paid_otherwise_in_part', cents: 10_000, at, name: 'A Customer With Quite A Long Name Indeed' },
  ])
  await writeMovements(pool, ids[1]!, [{ movement: 'captured', cents: 12_387_600, at }, { movement: 'tax_collected', cents: 563_120, at }])
  await writeMovements(pool, ids[2]!, [{ movement: 'captured', cents: 79_900, at }, { movement: 'refunded', cents: 129_900, at }])
  await writeMovements(pool, ids[3]!, [{ movement: 'refunded', cents: 29_900, at: '2026-09-12T18:00:00Z' }])
  await writeMovements(pool, ids[4]!, [{ movement: 'paid_otherwise', cents: 49_900, at }])
  const record = async (shopId: number, amountCents: number, seenCents: number, more: object) => {
    const r = await administrator.post(`/api/admin/shops/${shopId}/payouts`, { id: crypto.randomUUID(), month, kind: 'payment', amountCents, paidOn: '2026-11-03', reference: 'ACH 20-4471', seenCents, ...more })
    if (r.status !== 201) throw new Error(JSON.stringify(r.body))
  }
  await record(ids[1]!, 12_387_600, 0, {})
  await record(ids[1]!, -2_387_600, 12_387_600, { kind: 'correction', reason: 'The bank sent a part back', reference: 'ACH 20-4472' })
  await record(ids[0]!, 1_000_000, 0, { reference: 'Wire 991' })
  for (const [w, h] of [[390, 844], [1280, 800], [1440, 900]] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: w, height: h })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await enter(page, product, administrator, `/admin?view=payouts&month=${month}`)
      await page.getByText('Bayside').waitFor()
      await page.screenshot({ path: `/tmp/shots/payouts-${w}-${scheme}.png`, fullPage: true })
      await page.getByRole('button', { name: 'Record payment, Alhambra' }).click()
      await page.waitForTimeout(300)
      await page.screenshot({ path: `/tmp/shots/dialog-${w}-${scheme}.png` })
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Correct, Bayside' }).click()
      await page.waitForTimeout(300)
      await page.screenshot({ path: `/tmp/shots/correct-${w}-${scheme}.png` })
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Alhambra Audio' }).click()
      const region = page.getByRole('region', { name: 'Payout statement' })
      await region.getByText('Wire 991').waitFor()
      await page.waitForTimeout(500)
      await page.screenshot({ path: `/tmp/shots/statement-view-${w}-${scheme}.png` })
      await region.screenshot({ path: `/tmp/shots/statement-${w}-${scheme}.png` })
    }
  }
  await pool.end()
})
