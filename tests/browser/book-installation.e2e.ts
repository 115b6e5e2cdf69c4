import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/product-fixture.ts'
import {
  cards,
  chooseFreeTime,
  chooseNewTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  dismissToast,
  expectConfirmed,
  fillPayment,
  fillVehicle,
  secureButton,
  selectPackage,
  signUpOnScreen,
} from './customer-journey.ts'

test('a double press opens one next step, and Back returns by one step @phone', async ({ page }) => {
  await signUpOnScreen(page)
  await fillVehicle(page)
  const goOn = page.getByRole('button', { name: 'Continue to Package Selection' })
  await goOn.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('button', { name: /^Select Package/ }).first()).toBeVisible()
  await page.goBack()
  await expect(goOn).toBeVisible()
})

test('a new customer books an installation, moves it and takes a smaller package @whole-desktop', async ({
  page,
  product,
}) => {
  const customer = await signUpOnScreen(page)
  await expect(page.getByText("You don't have any appointments scheduled.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Schedule your first appointment' })).toBeVisible()

  await chooseVehicle(page)
  await choosePackage(page)
  await expect(page.getByText('Monday-Friday 9:00 AM - 5:00 PM')).toBeVisible()
  await expect(page.getByText('Sunday Closed')).toBeVisible()
  await chooseFreeTime(page)
  await confirmTime(page)
  await expect(
    page.getByText('Your card will only be charged $799 after the installation is completed and confirmed.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email for Receipt')).toHaveValue(customer.email)
  await fillPayment(page, cards.approved)
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  const beside = await page.context().newPage()
  await beside.goto('/scheduler')
  const goOn = beside.getByRole('button', { name: 'Continue where you left off' })
  await expect(goOn).toBeVisible()
  await secureButton(page).click()

  await expectConfirmed(page)
  // A second tab began with the same draft and must not book it again.
  await expect(goOn).toBeHidden()
  await beside.close()
  await expect(page.getByText(`A confirmation email was sent to ${customer.email}`)).toBeVisible()
  await page.reload()
  await expectConfirmed(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file).toContain('SUMMARY:Smart Connect Premium installation')
  const directions = page.getByRole('link', { name: 'Directions (opens in a new tab)' })
  await expect(directions).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\/\?.*Alhambra/)
  await expect(directions).toHaveAttribute('rel', /noopener/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('1211 W Main St')).toBeVisible()
  for (const left of [page.getByRole('banner'), page.getByRole('button'), page.getByRole('link')])
    await expect(left).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.goBack()

  await expect(page).toHaveURL(/\/scheduler$/)
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('Scheduled')
  await expect(card).toContainText('Smart Connect Premium')
  await expect(card).toContainText('2013 Audi Q5')
  const before = await card.getByRole('heading').first().textContent()

  await card.getByRole('button', { name: 'Reschedule' }).click()
  await expect(card.getByText('Select a date to see available times')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await chooseNewTime(page)
  await card.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Appointment rescheduled')).toBeVisible()
  await dismissToast(page)
  await expect(card.getByRole('heading').first()).not.toHaveText(before ?? '')

  await card.getByRole('button', { name: 'Change Package' }).click()
  await expect(card.getByText('Your current package')).toBeVisible()
  await selectPackage(page, 'Smart Connect Essential')
  const agreement = page.getByRole('dialog')
  await expect(agreement).toContainText(
    '$300 less. Your hold of $799 stays, and we charge $499 after the work.',
  )
  await agreement.getByRole('button', { name: 'Agree and Change' }).click()
  await expect(page.getByText('Package changed')).toBeVisible()
  await expect(card).toContainText('Smart Connect Essential')

  const confirmation = async () =>
    (await readMailbox(product.sandboxUrl, customer.email)).find(({ attachments }) =>
      attachments.some(({ filename }) => filename === 'appointment.ics'),
    )
  await expect.poll(confirmation, { timeout: 15_000 }).toBeDefined()
  expect((await confirmation())?.attachments[0]?.content).toContain('BEGIN:VEVENT')
})

type Mail = { subject: string; attachments: { filename: string; content: string }[] }

async function readMailbox(sandboxUrl: string, to: string): Promise<Mail[]> {
  const answer = await fetch(`${sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as Mail[]
}
