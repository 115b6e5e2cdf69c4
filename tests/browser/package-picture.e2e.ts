import { expect, test } from '../support/product-fixture.ts'
import { chooseVehicle, signUp } from './customer-journey.ts'

test('a package’s picture opens in a window of its own, at most 1200x800 and 80 % of the screen @whole-phone', async ({
  page,
}) => {
  await signUp(page)
  await chooseVehicle(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open a large picture of Ultra Connect Pro' }).click()
  const picture = await opened
  await expect.poll(() => picture.url()).toMatch(/\/pictures\/.+\.svg$/)
  await expect(page.getByRole('heading', { name: 'Select Your Upgrade Package' })).toBeVisible()
})
