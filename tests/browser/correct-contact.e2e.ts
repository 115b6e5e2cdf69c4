import { randomUUID } from 'node:crypto'
import { cards, expectConfirmed, fillPayment, goToPayment, secureButton, signUp } from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { expect } from '../support/product-fixture.ts'
import { mailedLink } from './mailed-links.ts'
import { enter } from './shop-people.ts'
import { book, rowOf, signInAsStaff, test } from './staff-journey.ts'

const newAddress = () => `right-${randomUUID().slice(0, 8)}@example.test`

test('a customer corrects a mistyped contact, and mail follows the new address once its link is opened @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product)
  const right = newAddress()
  await enter(page, product, job.customer, '/appointments')
  const card = page.getByRole('article')
  await card.getByRole('button', { name: 'Correct Contact' }).click()
  await expect(card.getByRole('heading', { name: 'Correct Contact' })).toBeFocused()
  await card.getByLabel('Phone Number').fill('(162) 655-5019')
  await card.getByLabel('Email for Receipt').fill('typo@')
  await card.getByRole('button', { name: 'Save contact' }).click()
  await expect(card.getByText('Please enter a valid email address')).toBeVisible()
  await card.getByLabel('Phone Number').fill('+1 (213) 555-0177')
  await card.getByLabel('Email for Receipt').fill(right)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectSoundInBothLights(page, 'a contact to correct')
  await card.getByRole('button', { name: 'Save contact' }).click()
  await expect(page.getByText('Contact corrected')).toBeVisible()
  await expect(card).toContainText(`Emails go to ${job.email}.`)

  await page.goto(await mailedLink(product, right, '/confirm-address'))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Your address is confirmed.')).toBeFocused()
  await page.getByRole('link', { name: 'See my appointments' }).click()
  await expect(card).toContainText('Scheduled')
  await expect(card).not.toContainText('Emails go to')
  await expect(card).toContainText(`Email: ${right}`)
})

test('staff correct a contact in the details, and the timeline shows both values @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product)
  const right = newAddress()
  await signInAsStaff(page)
  await rowOf(page, job).getByText(job.name).first().click()
  const details = page.getByRole('dialog', { name: 'Appointment Details' })
  await details.getByRole('button', { name: 'Correct contact' }).click()
  await expect(details.getByText('We’ll email the customer a link at the new address.')).toBeVisible()
  await details.getByLabel('Full Name').fill('')
  await details.getByRole('button', { name: 'Save contact' }).click()
  await expect(details.getByText('Please enter the customer’s full name')).toBeVisible()
  await details.getByLabel('Full Name').fill(job.name)
  await details.getByLabel('Email for Receipt').fill(right)
  await details.getByRole('button', { name: 'Save contact' }).click()
  await expect(details.getByText('Contact corrected.')).toBeVisible()
  await expect(details.getByText(`From ${job.email} to ${right}.`)).toBeVisible()
  await expect(details.getByRole('link', { name: right })).toBeVisible()
})

test('the confirmation names the address that was really used, not a typed one that is unproven @desktop', async ({
  page,
}) => {
  const customer = await signUp(page)
  const other = newAddress()
  await goToPayment(page)
  await page.getByLabel('Email for Receipt').fill(other)
  await fillPayment(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
  await expect(page.getByText(`A confirmation email was sent to ${customer.email}.`)).toBeVisible()
  await expect(page.getByText(`To get emails at ${other}, open the link we sent there.`)).toBeVisible()
})
