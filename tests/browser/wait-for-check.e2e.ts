import { instantOfWallTime } from '../../contract/time.ts'
import { expect, testWithTurnedClock as test } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { paymentsOf, tellSandbox } from './booked-customer.ts'
import { comeBack } from './come-back.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { mailedSubjects } from './mailed-links.ts'
import { enter, shopZone } from './shop-people.ts'
import { book, presentTime, type Job } from './staff-journey.ts'

/** Turns the clock to this many hours before the start of an appointment. */
async function turnClockBefore(product: Product, { date }: Job, hours: number): Promise<void> {
  const [day = '', time = ''] = date.split(' ')
  const start = instantOfWallTime(day, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)), shopZone) ?? 0
  const advanceSeconds = Math.ceil((start - hours * 3_600_000 - (await presentTime(product))) / 1000)
  await tellSandbox(product, 'clock', { advanceSeconds })
}

test('a customer whose car is not checked 72 hours before the start waits, and pays nothing without an answer @phone', async ({
  page,
  product,
}) => {
  const job = await book(product, { car: { year: 2012, make: 'Lexus', model: 'RX' } })
  await enter(page, product, job.customer, '/scheduler')
  const card = page.getByRole('region', { name: 'Upcoming' }).getByRole('article')
  const wait = card.getByRole('button', { name: 'Wait for the Shop' })
  await turnClockBefore(product, job, 73)
  await comeBack(page)
  await expect(card).toContainText('We need to see your car before the appointment.')
  await expect(wait).toBeHidden()

  await turnClockBefore(product, job, 71)
  const subjects = () => mailedSubjects(product, job.email)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Your choice: /))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(card).toContainText('The shop hasn’t confirmed yet that the package fits your car.')
  await expect(card).toContainText('You can wait, or cancel below.')
  await expectSoundInBothLights(page, 'a choice to wait or cancel')
  await wait.click()
  await expect(card).toContainText('You chose to wait.')
  await expect(wait).toBeHidden()

  await turnClockBefore(product, job, 23)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Cancelled: /))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('region', { name: 'Cancelled' }).getByRole('article')).toContainText(
    'The shop couldn’t confirm in time that your package fits your car.',
  )
  await expect
    .poll(async () => (await paymentsOf(product, job.id)).map(({ status }) => status))
    .toEqual(['canceled'])
})
