import { expect, test } from '../support/product-fixture.ts'

const sentence =
  'This browser is too old for this page. Update it, or use a current Chrome, Edge, Firefox or Safari.'

test('an older browser reads a sentence instead of a broken page, and on the landing page prices and hours @phone', async ({
  page,
}) => {
  const stopped = page.waitForEvent('pageerror')
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSPropertyRule'))
  await page.goto('/login')
  const note = page.getByRole('alert')
  await expect(note).toContainText(sentence)
  expect((await stopped).message).toContain('no element with the id root')
  await expect(page.getByRole('heading')).toHaveCount(0)
  await note.getByRole('link', { name: 'Our locations and hours' }).click()
  await expect(page).toHaveURL(/\/#places$/)
  await expect(note).toContainText(sentence)
  await expect(page.getByRole('article', { name: 'Smart Connect Premium' })).toContainText('$799')
  await expect(page.getByRole('article', { name: 'Alhambra Auto Sports' })).toContainText('9:00 AM')
})

test('a browser that cannot parse the application reads the sentence as well @phone', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSPropertyRule'))
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'this is no script' }),
  )
  await page.goto('/login')
  await expect(page.getByRole('alert')).toContainText(sentence)
})
