import { expect } from '@playwright/test'
import { openShop, test } from './staff-journey.ts'

test('links to the sections of the shop page stay in reach, and mark the section in view', async ({
  page,
  product,
}) => {
  const shop = await openShop(product, 'Ninth Gear')
  const { email, password } = shop
  expect((await page.request.post('/api/auth/sign-in/email', { data: { email, password } })).status()).toBe(
    200,
  )
  await page.goto('/admin?view=shop')
  const parts = page.getByRole('navigation', { name: 'Parts of this page' })
  const current = parts.locator('[aria-current]')
  await expect(current).toHaveText('People')
  await parts.getByRole('link', { name: 'Bays' }).click()
  await expect(current).toHaveText('Bays')
  const heading = page.getByRole('heading', { name: 'Bays', exact: true })
  await expect(heading).toBeInViewport()
  // On a phone the links are a bar below the header, which covers no heading.
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024
  const [bar, title] = [await parts.boundingBox(), await heading.boundingBox()]
  if (isPhone) expect(title?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
  if (isPhone) expect((await current.boundingBox())?.height).toBeGreaterThanOrEqual(44)

  // A short last section never reaches the top.
  // The bar may still scroll, and a click could meet its neighbor.
  await parts.getByRole('link', { name: 'Changes' }).press('Enter')
  await expect(current).toHaveText('Changes')
  await expect(current).toBeInViewport()
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, -100_000)
  await expect(current).toHaveText('People')
  await page.mouse.wheel(0, 100_000)
  await expect(current).toHaveText('Another shop')
})
