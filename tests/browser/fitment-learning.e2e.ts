import { Client } from 'pg'
import { expect, testWithOwnProduct, type BrowserProduct } from '../support/product-fixture.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { signInAdministrator } from './shop-people.ts'
import { book, signInAsStaff } from './staff-journey.ts'

const car = { year: 2010, make: 'BMW', model: '5 Series' }
const headUnit = 'bmw-5-series-e60/cic'

/** Records that a package fitted, without waiting for the job. */
async function recordFitted({ databaseUrl }: BrowserProduct, id: string, packageId: number): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  await client.query('update appointments set package_id = $2 where id = $1', [id, packageId])
  await client.query(
    `insert into fitment_outcomes (appointment_id, shop_id, outcome, head_unit_id, recorded_by, recorded_at)
     select id, shop_id, 'fitted_as_sold', $2, customer_id, now() from appointments where id = $1`,
    [id, headUnit],
  )
  await client.end()
}

// Figures and rules have to be theirs alone.
testWithOwnProduct()(
  'figures of finished jobs, and their proposals, which an administrator applies @desktop',
  async ({ page, product }) => {
    await signInAsStaff(page)
    await page.route('**/api/admin/fitment/learning', (route) => route.abort())
    await page.goto('/admin?view=fitment')
    const section = page.getByRole('region', { name: 'Learning from jobs' })
    const again = section.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await page.unroute('**/api/admin/fitment/learning')
    await again.click()
    await expect(section.getByText('No rule is ready for a higher confidence.')).toBeVisible()
    await expect(section.getByText('None yet')).toHaveCount(3)

    for (const packageId of [1, 1, 1, 2, 2, 2]) {
      const { id } = await book(product, { car })
      await recordFitted(product, id, packageId)
    }
    await page.reload()
    const proposals = section.getByRole('list', { name: 'Suggested confidence changes' })
    await expect(proposals.getByRole('listitem')).toHaveCount(2)
    await expect(section.getByText('0 in 100')).toBeVisible()
    const first = proposals.getByRole('listitem').first()
    await expect(first).toContainText('BMW 5 Series E60, CIC')
    await expect(first).toContainText('Smart Connect Essential · 3 jobs at 1 shop fitted')
    await expect(first).toContainText('From low to medium confidence')
    await expectSoundInBothLights(page, 'what finished jobs propose')

    await first.getByRole('button', { name: /^Apply/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Raise this rule to medium confidence?' })
    await expect(dialog.getByText('A rule of low confidence asks for a photo.')).toBeVisible()
    await expectSoundInBothLights(page, 'the question before a proposal is applied')
    await dialog.getByRole('button', { name: 'Raise confidence' }).click()
    await expect(page.getByText('Confidence raised')).toBeVisible()
    await expect(proposals.getByRole('listitem')).toHaveCount(1)
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByRole('heading', { name: '3 jobs at 1 shop fitted' })).toBeVisible()

    // Another administrator is faster.
    await proposals.getByRole('button', { name: /^Apply/ }).click()
    const admin = await signInAdministrator(product)
    const applied = await admin.post('/api/admin/fitment/proposals', {
      ruleId: `${headUnit}/2`,
      to: 'medium',
    })
    expect(applied.status).toBe(201)
    await dialog.getByRole('button', { name: 'Raise confidence' }).click()
    await expect(dialog.getByText('The jobs no longer propose this. Nothing was changed.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(section.getByText('No rule is ready for a higher confidence.')).toBeVisible()
  },
)
