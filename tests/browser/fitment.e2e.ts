import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import {
  cards,
  chooseFreeTime,
  chooseVehicle,
  confirmTime,
  expectConfirmed,
  fillPayment,
  secureButton,
  selectPackage,
  signUp,
} from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { mailedLink } from './mailed-links.ts'

const guarantee = "If we say it fits and it doesn't, you pay nothing."

type Car = { year: string; make: string; model: string }

/** Opens the package step for a car. */
async function openPackages(page: Page, { year, make, model }: Car): Promise<void> {
  await page.goto('/scheduler?step=vehicle')
  await page.getByLabel('Vehicle Year').selectOption(year)
  await page.getByLabel('Vehicle Make').selectOption(make)
  await page.getByLabel('Vehicle Model').selectOption(model)
  await page.getByRole('button', { name: 'Continue to Package Selection' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
}

const lexus = { year: '2014', make: 'Lexus', model: 'RX' }
const controller = { name: 'How do you control your Lexus’s screen?' }

function cardOf(page: Page, name: string) {
  return page.getByRole('article', { name })
}

const labelOf = (input: HTMLInputElement) => input.labels?.[0]?.textContent.trim() ?? ''

test('one tap on a drawing settles the verdicts; the answer survives a reload and leaves with the car @desktop', async ({
  page,
}) => {
  await signUp(page)
  await openPackages(page, lexus)
  await expect(page.getByText(guarantee)).toBeVisible()
  const essential = cardOf(page, 'Smart Connect Essential')
  await expect(essential).toContainText('We need to see it')
  const question = page.getByRole('group', controller)
  await expect(question.getByRole('radio', { name: 'I’m not sure' })).toBeVisible()
  await question.getByRole('radio', { name: 'A handle like a mouse' }).focus()
  await page.keyboard.press('Space')
  await expect(essential).toContainText('Fits')
  await expect(essential).toContainText('Works with your car’s factory screen and controls.')
  await page.reload()
  await expect(question.getByRole('radio', { name: 'A handle like a mouse' })).toBeChecked()
  await expect(essential).toContainText('Works with your car’s factory screen and controls.')
  // Arrow keys move the choice without losing the focus.
  await question.getByRole('radio', { name: 'A handle like a mouse' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(question.getByRole('radio', { name: 'A touchpad' })).toBeFocused()
  await expect(question.getByRole('radio', { name: 'A touchpad' })).toBeChecked()
  await expectSoundInBothLights(page, 'packages with a question')

  await openPackages(page, { ...lexus, year: '2013' })
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('a condition is confirmed first, and its tick is kept until the answers change @desktop', async ({
  page,
}) => {
  await signUp(page)
  await openPackages(page, lexus)
  await page.getByRole('radio', { name: 'A handle like a mouse' }).check()
  const premium = cardOf(page, 'Smart Connect Premium')
  await expect(premium).toContainText('Fits, with a condition')
  const tick = premium.getByRole('checkbox')
  await premium.getByRole('button', { name: /^Select Package/ }).click()
  await expect(premium.getByText('Please confirm this before you go on.')).toBeVisible()
  await expect(tick).toBeFocused()
  await tick.check()
  await page.reload()
  await expect(tick).toBeChecked()
  await premium.getByRole('button', { name: /^Select Package/ }).click()
  await expect(page.getByRole('heading', { name: 'Schedule Your Installation', exact: true })).toBeVisible()
  await page.goBack()
  await expect(tick).toBeChecked()
  await expect(premium).toContainText('Your choice')
  await page.getByRole('radio', { name: 'I’m not sure' }).check()
  await expect(premium).toContainText('We need to see it')
  await page.getByRole('radio', { name: 'A handle like a mouse' }).check()
  await expect(tick).not.toBeChecked()
})

test('a confirmed condition and the guarantee stand on the payment step, and the condition on the appointment @phone', async ({
  page,
}) => {
  await signUp(page)
  await openPackages(page, lexus)
  await page.getByRole('radio', { name: 'A handle like a mouse' }).check()
  const condition = await cardOf(page, 'Smart Connect Premium').getByRole('checkbox').evaluate(labelOf)
  await selectPackage(page, 'Smart Connect Premium')
  await chooseFreeTime(page)
  await confirmTime(page)
  const summary = page.getByRole('region', { name: 'Appointment Summary' })
  await expect(summary).toContainText('You confirmed:')
  await expect(summary).toContainText(condition)
  await expect(page.getByRole('region', { name: 'Before you pay' })).toContainText(guarantee)
  await expectSoundInBothLights(page, 'the payment of a package with a condition')
  await fillPayment(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
  await page.getByRole('link', { name: 'See my appointments' }).click()
  await expect(page.getByRole('article')).toContainText(`You confirmed:“${condition}”`)
  await expectSoundInBothLights(page, 'an appointment with a condition')
})

test('a package that does not fit keeps its price, says why and which one does; a car that was never sold leads back @desktop', async ({
  page,
}) => {
  await signUp(page)
  await openPackages(page, { year: '2018', make: 'Mercedes', model: 'C-Class' })
  await page
    .getByRole('group', { name: 'Does your car’s menu show Apple CarPlay?' })
    .getByRole('radio', { name: 'Yes' })
    .check()
  const refused = page.getByRole('article').filter({ hasText: 'Doesn’t fit' })
  await expect(refused).toHaveCount(1)
  await expect(refused).toContainText('$499')
  await expect(refused).toContainText('Fits this car: Smart Connect Premium or Ultra Connect Pro.')
  await expect(refused.getByRole('button', { name: /^Select Package/ })).toHaveCount(0)
  await expectSoundInBothLights(page, 'a package that does not fit')

  await openPackages(page, { year: '2012', make: 'Mercedes', model: 'GLE' })
  await expect(page.getByText('was sold as the M-Class (ML)')).toHaveCount(1)
  await expect(page.getByRole('article').first()).toContainText('Doesn’t fit')
  await expect(page.getByRole('button', { name: /^Select Package/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose another vehicle' }).click()
  await expect(page.getByLabel('Vehicle Year')).toHaveValue('2012')
})

test('a car that has CarPlay from the factory is told so once, above short cards @phone', async ({
  page,
}) => {
  await signUp(page)
  await openPackages(page, { year: '2023', make: 'BMW', model: 'X5' })
  const note = page.getByRole('status').filter({ hasText: 'Good news: your car came with CarPlay' })
  await expect(note).toHaveCount(1)
  await expect(page.getByText('None of our packages fits')).toHaveCount(0)
  for (const card of await page.getByRole('article').all()) {
    await expect(card).toContainText('Doesn’t fit')
    await expect(card).toContainText('$')
    await expect(card).not.toContainText('CarPlay')
    await expect(card.getByRole('listitem')).toHaveCount(0)
  }
  await expectSoundInBothLights(page, 'a car that has CarPlay')
})

test('a package that a person must check is booked as such, and says what happens next @phone', async ({
  page,
}) => {
  await signUp(page)
  await openPackages(page, lexus)
  await page.getByRole('radio', { name: 'I’m not sure' }).check()
  const essential = cardOf(page, 'Smart Connect Essential')
  await expect(essential).toContainText('You can book now and add the photo later.')
  await selectPackage(page, 'Smart Connect Essential')
  await chooseFreeTime(page)
  await confirmTime(page)
  await expect(page.getByText('The shop checks your car first.')).toBeVisible()
  await fillPayment(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
  await expect(page.getByText('The shop checks your car first.')).toBeVisible()
  await expect(page.getByText(guarantee)).toBeVisible()
  await page.getByRole('link', { name: 'See my appointments' }).click()
  const card = page.getByRole('article')
  await expect(card).toContainText('Awaiting fitment check')
  await expect(card).toContainText('Add a photo of the dashboard')
  await card.getByLabel('Add photos').setInputFiles('web/public/pictures/share.png')
  await expect(card).toContainText('Photo sent.')
  await expect(card).toContainText('The shop is checking your photos.')
  await expectSoundInBothLights(page, 'an appointment that awaits the check')
})

test('a whole VIN fills in year, make and model, and a choice that it contradicts is asked about @phone', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/scheduler?step=vehicle')
  await page.getByLabel('Vehicle VIN').pressSequentially('wa1vaaf77jd031778')
  await expect(page.getByText('VIN matches a 2018 Audi Q7.')).toBeVisible()
  await expect(page.getByLabel('Vehicle Year')).toHaveValue('2018')
  await expect(page.getByLabel('Vehicle Make')).toHaveValue('Audi')
  await expect(page.getByLabel('Vehicle Model')).toHaveValue('Q7')
  await page.getByLabel('Vehicle Model').selectOption('Q5')
  await expect(
    page.getByText('This VIN belongs to a 2018 Audi Q7. Check the VIN or your selection.'),
  ).toBeVisible()
  await expect(page.getByLabel('Vehicle Model')).toHaveValue('Q5')
  await page.getByRole('button', { name: 'Use 2018 Audi Q7' }).click()
  await expect(page.getByLabel('Vehicle Model')).toHaveValue('Q7')
  await page.getByRole('button', { name: 'Continue to Package Selection' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  expect(page.url()).not.toContain('WA1VAAF77JD031778')
})

test('without verdicts a package can be chosen, and the verdicts are asked for again @desktop', async ({
  page,
}) => {
  await signUp(page)
  await page.route('**/api/fitment?*', (route) => route.abort())
  await openPackages(page, lexus)
  await expect(page.getByText('You can still choose a package')).toBeVisible()
  const premium = cardOf(page, 'Smart Connect Premium')
  await expect(premium.getByRole('button', { name: /^Select Package/ })).toBeEnabled()
  await page.unroute('**/api/fitment?*')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(premium).toContainText('We need to see it')
  await expect(page.getByText('You can still choose a package')).toBeHidden()
})

test('a verdict that changed meanwhile leads back to the package step with everything else kept @desktop', async ({
  page,
}) => {
  await signUp(page)
  await chooseVehicle(page)
  await selectPackage(page, 'Smart Connect Premium')
  await chooseFreeTime(page)
  await confirmTime(page)
  await fillPayment(page, cards.approved)
  await page.route('**/api/appointments', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'x-refusal': 'fitment_changed' },
      json: { error: 'Our fitment data for your car has changed. Please check the package again.' },
    }),
  )
  await secureButton(page).click()
  await expect(page.getByText('Our fitment data for your car has changed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Select Your Upgrade Package' })).toBeVisible()
  await page.unroute('**/api/appointments')
  await selectPackage(page, 'Smart Connect Premium')
  await confirmTime(page)
  await expect(page.getByLabel('Phone Number')).toHaveValue('(626) 555-0142')
  await fillPayment(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
})

test('a car that may only need switching on is no purchase: the shop is asked, from a confirmed address @desktop', async ({
  page,
  product,
}) => {
  const customer = await signUp(page)
  await openPackages(page, { year: '2018', make: 'Audi', model: 'Q7' })
  await page
    .getByRole('group', { name: 'Does your car’s menu show Apple CarPlay?' })
    .getByRole('radio', { name: 'No', exact: true })
    .check()
  const essential = cardOf(page, 'Smart Connect Essential')
  await expect(essential).toContainText('May only need switching on')
  await expect(essential).toContainText('$499')
  await expect(essential.getByRole('button', { name: /^Select Package/ })).toHaveCount(0)
  await essential.getByRole('button', { name: 'Ask the Shop' }).click()
  await expect(essential.getByRole('button', { name: /^Email me/ })).toBeVisible()
  const mailed = await page.context().newPage()
  await mailed.goto(await mailedLink(product, customer.email, '/verify-email'))
  await expect(mailed.getByText('Your email address is confirmed')).toBeVisible()
  await mailed.close()
  await page.bringToFront()
  await essential.getByRole('button', { name: 'Ask the Shop' }).click()
  await expect(essential.getByText('We asked the shop.')).toBeVisible()
  await expectSoundInBothLights(page, 'a car that was asked about')
})

test('the extra time and money of a car are on the card, in the summary and in the amount before the payment @desktop', async ({
  page,
}) => {
  await signUp(page)
  await page.route('**/api/fitment?*', async (route) => {
    const reply = (await (await route.fetch()).json()) as { packages: object[] }
    const packages = reply.packages.map((each) => ({ ...each, extraMinutes: 30, extraCents: 5000 }))
    await route.fulfill({ json: { ...reply, packages } })
  })
  // The packages prefetch the times of the next step.
  const times = page.waitForRequest((request) => /productId=2&extraMinutes=30/.test(request.url()))
  await openPackages(page, lexus)
  const premium = cardOf(page, 'Smart Connect Premium')
  await expect(premium).toContainText('$849')
  await expect(premium).toContainText('$799 + $50 for extra parts in this car')
  await expect(premium).toContainText('3-4 hours + 30 min for this car')
  await selectPackage(page, 'Smart Connect Premium')
  await times
  await chooseFreeTime(page)
  await expect(page.getByText('Please allow 3-4 hours + 30 min')).toBeVisible()
  await confirmTime(page)
  await expect(page.getByText('Your card will only be charged $849 after')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Appointment Summary' })).toContainText('$849')
  await fillPayment(page, cards.approved)
  const order = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/appointments'),
  )
  await secureButton(page).click()
  expect((await order).postDataJSON()).toMatchObject({ amount: 849, fitment: { answers: {} } })
})
