import { phonePhoto } from '../support/sample-photos.ts'
import { paymentsOf } from './booked-customer.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { expect } from '../support/product-fixture.ts'
import { mailedLink, mailedSubjects } from './mailed-links.ts'
import { enter } from './shop-people.ts'
import { book, signInAsStaff, test } from './staff-journey.ts'

test('the mailed link takes photos without a sign-in, staff see them, and a refusal cancels, releases the hold and is mailed @phone', async ({
  page,
  product,
}) => {
  const job = await book(product, {
    name: 'Photo Sender',
    car: { year: 2012, make: 'Lexus', model: 'RX' },
  })
  const link = await mailedLink(product, job.email, '/fitment-photo')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: /for your 2012 Lexus RX/ })).toBeVisible()
  expect(page.url()).not.toContain('#')
  await expectSoundInBothLights(page, 'a photo to add')
  const input = page.getByLabel(/^Add (photos|another photo)/)
  await input.setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toContainText('photo')
  const jpeg = await phonePhoto()
  await input.setInputFiles([
    { name: 'dashboard.jpg', mimeType: 'image/jpeg', buffer: jpeg },
    { name: 'menu.jpg', mimeType: 'image/jpeg', buffer: jpeg },
  ])
  await expect(page.getByText('2 photos sent. We’ll email you the answer.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Photos you sent' }).getByRole('img')).toHaveCount(2)
  await expectSoundInBothLights(page, 'photos that were sent')
  await expect(page.getByText('1 more photo at most.')).toBeVisible()

  await signInAsStaff(page)
  await page.goto('/admin?view=reviews')
  const section = page.getByRole('region', { name: 'Fitment checks' })
  await expect(section.getByText('2 photos')).toBeVisible()
  const large = section.getByRole('img', { name: /The customer’s dashboard, 1 of 2/ })
  await expect(large).toBeVisible()
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await section.getByRole('button', { name: 'Doesn’t fit', exact: true }).click()
  await section.getByRole('button', { name: 'Send: Doesn’t fit' }).click()
  await expect(page.getByText('Answered: doesn’t fit')).toBeVisible()
  await expect
    .poll(async () => (await paymentsOf(product, job.id)).map(({ status }) => status))
    .toEqual(['canceled'])
  await expect
    .poll(() => mailedSubjects(product, job.email))
    .toContainEqual(expect.stringMatching(/^Cancelled: /))

  await enter(page, product, job.customer, '/scheduler')
  await expect(page.getByRole('region', { name: 'Cancelled' }).getByRole('article')).toHaveCount(1)
  await page.goto(link)
  await expect(page.getByText('This fitment check is closed. No more photos are needed.')).toBeVisible()
  await page.goto('/fitment-photo#broken.link')
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
})
