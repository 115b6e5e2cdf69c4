import { expectSoundInBothLights } from './expect-sound.ts'
import { expect, testWithOwnProduct } from '../support/product-fixture.ts'
import { tellSandbox } from './booked-customer.ts'
import { book, presentTime, rowOf, signInAsStaff } from './staff-journey.ts'

const open = { year: 2012, make: 'Lexus', model: 'RX' }

// The queue has to be theirs alone.
const testOfQueue = testWithOwnProduct()

testOfQueue(
  'staff answer a fitment check in two presses, and the next one opens by itself @desktop',
  async ({ page, product }) => {
    const jobs = [
      await book(product, { name: 'First Asker', car: open }),
      await book(product, { name: 'Second Asker', car: open }),
    ]
    await signInAsStaff(page)
    await page.getByRole('link', { name: 'Fitment reviews' }).click()
    const section = page.getByRole('region', { name: 'Fitment checks' })
    await expect(section.getByText('2 cars to check')).toBeVisible()
    await expect(section.getByText('First Asker')).toBeVisible()
    await expect(section.getByText('Navigation with Remote Touch')).toBeVisible()
    // The screen speaks to the shop; texts for the customer are quoted.
    await expect(section.getByText('Send us a photo')).toHaveCount(0)
    await expect(section.getByText('not yet checked by a fitter').first()).toBeVisible()
    await expectSoundInBothLights(page, 'a fitment check')

    await section.getByRole('button', { name: 'Doesn’t fit', exact: true }).click()
    await expect(section.getByText('This cancels the appointment and releases the hold.')).toBeVisible()
    await expectSoundInBothLights(page, 'the answer to a fitment check')
    await section.getByLabel('For the customer').fill('')
    await section.getByRole('button', { name: 'Send: Doesn’t fit' }).click()
    await expect(section.getByText('Please say why, for the customer')).toBeVisible()
    await section.getByRole('button', { name: 'No frame is made for your dashboard.' }).click()
    await section.getByRole('button', { name: 'Send: Doesn’t fit' }).click()
    await expect(page.getByText('Answered: doesn’t fit')).toBeVisible()

    await expect(section.getByText('Second Asker')).toBeVisible()
    await section.getByRole('button', { name: 'It fits' }).click()
    await section.getByRole('button', { name: 'Send: It fits' }).click()
    await expect(section.getByText('All cars are checked. New ones show up here.')).toBeVisible()
    const states = await Promise.all(
      jobs.map(async ({ customer }) => {
        const listed = (await customer.get('/api/appointments/user/all')).body as unknown as {
          status: string
        }[]
        return listed[0]?.status
      }),
    )
    expect(states).toEqual(['cancelled', 'scheduled'])
  },
)

testOfQueue(
  'an open check leads from the list, the details and the board to its answer @desktop',
  async ({ page, product }) => {
    await book(product, { name: 'Other Asker', car: open })
    const job = await book(product, { name: 'Marked Asker', car: open, day: 'last' })
    await signInAsStaff(page)
    const row = rowOf(page, job)
    const section = page.getByRole('region', { name: 'Fitment checks' })
    await row.getByRole('link', { name: 'Awaiting fitment check' }).click()
    await expect(section.getByText('Marked Asker')).toBeVisible()

    await page.goto(`/admin?view=board&day=${job.date.slice(0, 10)}`)
    const onBoard = page.getByRole('button', { name: /Marked Asker.*awaiting fitment check/ })
    await expectSoundInBothLights(page, 'a board with an open fitment check')
    await onBoard.click()
    const details = page.getByRole('dialog', { name: 'Appointment Details' })
    await expect(details.getByText('We’ll place a new hold once the fit is confirmed.')).toBeVisible()
    await expectSoundInBothLights(page, 'details with an open fitment check')
    await details.getByRole('link', { name: 'Open the check' }).click()
    await expect(details).toBeHidden()
    await expect(section.getByText('Marked Asker')).toBeVisible()
    await section.getByRole('button', { name: 'It fits' }).click()
    await section.getByRole('button', { name: 'Send: It fits' }).click()
    await expect(section.getByText('Other Asker')).toBeVisible()
    await expect(section.getByText('already closed')).toBeHidden()

    // The mail's link, after the answer.
    await page.goto(`/admin?check=${job.id}`)
    await expect(
      section.getByText('That fitment check is already closed. The next one is below.'),
    ).toBeVisible()
    await section.getByRole('button', { name: 'It fits' }).click()
    await section.getByRole('button', { name: 'Send: It fits' }).click()
    await expect(section.getByText('All cars are checked. New ones show up here.')).toBeVisible()
    await page.goto('/admin')
    await expect(row.getByText('Authorized')).toBeVisible()
    await expect(row.getByText('Awaiting fitment check')).toBeHidden()
  },
)

testOfQueue(
  'a check that somebody else has answered says so, and leaves the queue @desktop',
  async ({ page, product }) => {
    const job = await book(product, { name: 'Raced Asker', car: open })
    await signInAsStaff(page)
    await page.goto('/admin?view=reviews')
    const section = page.getByRole('region', { name: 'Fitment checks' })
    await expect(section.getByText('Raced Asker')).toBeVisible()
    await section.getByRole('button', { name: 'It fits' }).click()
    await job.customer.patch(`/api/appointments/${job.id}`, { status: 'cancelled' })
    await section.getByRole('button', { name: 'Send: It fits' }).click()
    await expect(page.getByText('This fitment check is already closed.')).toBeVisible()
    await expect(section.getByText('All cars are checked. New ones show up here.')).toBeVisible()
  },
)

// It changes the rules of the car that other tests book.
testWithOwnProduct()(
  'at the end of a job the shop records that it did not fit, and the customer pays nothing @desktop',
  async ({ page, product }) => {
    const job = await book(product, { name: 'Unlucky Driver' })
    // The shop’s clock is at most 8 hours behind UTC.
    const started = Date.parse(`${job.date.replace(' ', 'T')}:00Z`) + 8.1 * 3_600_000
    const advanceSeconds = Math.ceil((started - (await presentTime(product))) / 1000)
    await tellSandbox(product, 'clock', { advanceSeconds })
    await signInAsStaff(page)
    await rowOf(page, job).getByText(job.name).first().click()
    const details = page.getByRole('dialog', { name: 'Appointment Details' })
    await expect(details.getByText('My car has an AUX socket')).toBeVisible()
    await details.getByRole('button', { name: 'Didn’t fit' }).click()
    await expectSoundInBothLights(page, 'the outcome of a job')
    await details.getByRole('button', { name: 'Record: Didn’t fit' }).click()
    await expect(details.getByText('Please say why it did not fit')).toBeVisible()
    await details.getByLabel('Why it didn’t fit (the customer sees this)').fill('The plug is another one.')
    await details.getByRole('button', { name: 'Record: Didn’t fit' }).click()
    await expect(page.getByText('Outcome recorded')).toBeVisible()
    await expect(details.getByText('Didn’t fit, head unit CIC: The plug is another one.')).toBeVisible()
    await expect(details.getByText('Cancelled').first()).toBeVisible()
  },
)
