import { expect, test, testWithOwnProduct } from '../support/product-fixture.ts'
import {
  cards,
  countAppointments,
  expectCardField,
  expectConfirmed,
  fillCard,
  fillPayment,
  goToPayment,
  secureButton,
  signUp,
} from './customer-journey.ts'
import { expectSound } from './expect-sound.ts'
import { mailedLink } from './mailed-links.ts'

const declined = 'Your card was declined. Please check its details, or use another card.'

test('a declined card shows its sentence, keeps the inputs, and another card books @phone', async ({
  page,
}) => {
  const customer = await signUp(page)
  await goToPayment(page)
  await fillPayment(page, cards.declined)
  await secureButton(page).click()
  await expect(page.getByText(declined)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Card Details' })).toHaveAccessibleDescription(declined)
  await expect(
    page
      .frameLocator('iframe[title="Secure card payment input frame"]')
      .getByLabel('Credit or debit card number'),
  ).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveValue(customer.name)
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  expect(await countAppointments(page, customer)).toBe(0)

  await fillCard(page, cards.approved)
  await expect(page.getByText(declined)).toBeHidden()
  await secureButton(page).click()
  await expectConfirmed(page)
  expect(await countAppointments(page, customer)).toBe(1)
})

test('invalid contact details show beside their fields before anything is sent @phone', async ({ page }) => {
  await signUp(page)
  await goToPayment(page)
  await expectCardField(page)
  await page.getByLabel('Full Name').fill('  ')
  await page.getByLabel('Phone Number').fill('626555')
  await page.getByLabel('Email for Receipt').fill('pat@')
  await secureButton(page).click()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Please enter your full name')
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
    'Please enter a valid 10-digit phone number',
  )
  await expect(page.getByLabel('Email for Receipt')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  await page.getByLabel('Full Name').fill('Pat')
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('')
})

const testWithCardLimits = testWithOwnProduct({
  MAX_CARDS_PER_ACCOUNT: '2',
  ALLOW_UNPROVEN_CARDS: 'off',
})

testWithCardLimits(
  'a second card waits for a confirmed address, whose mailed link leads back to the payment @phone',
  async ({ page, product }) => {
    const customer = await signUp(page)
    await goToPayment(page)
    await fillPayment(page, cards.declined)
    await secureButton(page).click()
    await expect(page.getByText(declined)).toBeVisible()
    await fillCard(page, cards.approved)
    await secureButton(page).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Please confirm your email address' })
    await expect(notice).toBeVisible()
    await expectSound(page, 'an address to be confirmed before a second card')
    await mailedLink(product, customer.email, '/verify-email')
    await notice.getByRole('button', { name: 'Email me the link' }).click()
    await expect(notice.getByText('We emailed a link to')).toBeVisible()

    const tab = await page.context().newPage()
    await tab.goto(await mailedLink(product, customer.email, '/verify-email', 2))
    await tab.getByRole('link', { name: 'Continue' }).click()
    await expect(tab.getByRole('heading', { name: 'Secure Your Appointment' })).toBeVisible()
    await expect(tab.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
    await tab.close()

    // The first tab has the card still, and books with it.
    await secureButton(page).click()
    await expectConfirmed(page)
    expect(await countAppointments(page, customer)).toBe(1)
  },
)

testWithCardLimits(
  'an account over the card limit reads until when, and keeps its inputs @desktop',
  async ({ page, product }) => {
    const customer = await signUp(page)
    await page.goto(await mailedLink(product, customer.email, '/verify-email'))
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
    await page.goto('/scheduler')
    await goToPayment(page)
    await fillPayment(page, cards.declined)
    await secureButton(page).click()
    await expect(page.getByText(declined)).toBeVisible()
    await fillCard(page, '4000000000000127')
    await secureButton(page).click()
    await expect(page.getByText(declined)).toBeVisible()
    await fillCard(page, cards.approved)
    await secureButton(page).click()
    await expect(
      page.getByText(
        /You have tried several cards\..* You can try again (on \w+, \w+ \d+ )?at \d+:\d\d [AP]M\./,
      ),
    ).toBeVisible()
    await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  },
)

const frozen = new Promise<never>(() => undefined)

// One of the two hangs: the script, or the page of the frame inside it.
for (const hanging of ['**/v3/**', '**/v3/frames/**'])
  test(`a card form that never loads (${hanging}) is offered again after 8 seconds @desktop`, async ({
    page,
  }) => {
    await page.clock.install()
    const customer = await signUp(page)
    let isFrozen = true
    await page.route(hanging, (route) => (isFrozen ? frozen : route.continue()))
    await goToPayment(page)
    await page.getByLabel('Phone Number').fill('6265550142')
    await expect(page.getByText('Loading the card form...')).toBeVisible()
    await page.clock.runFor(9_000)
    await expect(page.getByText('The card form is taking a while to load.')).toBeVisible()
    isFrozen = false
    await page.clock.resume()
    await page.getByRole('button', { name: 'Reload the card form' }).click()
    await expectCardField(page)
    await expect(page.getByText(/card form is taking a while|taking longer than usual/)).toHaveCount(0)
    await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
    await fillCard(page, cards.approved)
    await secureButton(page).click()
    await expectConfirmed(page)
    expect(await countAppointments(page, customer)).toBe(1)
  })

test('a card script that never answers is given up after 20 seconds @desktop', async ({ page }) => {
  await page.clock.install()
  await signUp(page)
  await page.route('**/v3/**', () => frozen)
  await goToPayment(page)
  await page.clock.runFor(21_000)
  await expect(page.getByText('The card form couldn’t load.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload the card form' })).toBeVisible()
})
