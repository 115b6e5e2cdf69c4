import { newEmail } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { signUpBooked } from './booked-customer.ts'
import {
  cards,
  chooseFreeTime,
  confirmTime,
  expectConfirmed,
  fillPayment,
  newCustomer,
  secureButton,
  signUp,
} from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { mailedCode } from './mailed-links.ts'

test('a visitor checks a car on the landing page, picks an open time, and books it with a mailed code @phone', async ({
  page,
  product,
}) => {
  const reached: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/funnel')) reached.push(request.postDataJSON().step)
  })
  await page.goto('/')
  await page.getByLabel('Year').selectOption('2014')
  await page.getByLabel('Make and model').selectOption('Lexus RX')
  await page.getByRole('button', { name: 'See what fits' }).click()
  await page.getByRole('radio', { name: 'A handle like a mouse' }).check()
  await expect(page.getByRole('article', { name: 'Smart Connect Essential' })).toContainText('Fits')
  await expectSoundInBothLights(page, 'the packages of a visitor')
  await page.getByRole('button', { name: 'See times: Smart Connect Essential' }).click()
  await chooseFreeTime(page)
  await page.reload()
  const summary = page.getByRole('region', { name: 'Appointment Summary' })
  await expect(summary).toContainText('2014 Lexus RX')
  const time = await summary.getByText(/ at \d/).textContent()
  await page.getByRole('button', { name: 'Continue to Book' }).click()

  await expect(page.getByRole('heading', { name: 'Reserve your time' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('2014 Lexus RX · Smart Connect Essential · ')
  await expectSoundInBothLights(page, 'the sign-in of a visitor')
  const address = newEmail()
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.getByLabel('Enter the code we emailed to').fill(await mailedCode(product, address))

  await expect(page.getByRole('heading', { name: 'Secure Your Appointment' })).toBeVisible()
  await expect(summary).toContainText('Smart Connect Essential')
  await expect(summary).toContainText(time ?? 'no time')
  await page.reload()
  await page.getByLabel('Full Name').fill('Pat Newcomer')
  await fillPayment(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
  await expect.poll(() => reached).toEqual(['landing', 'package', 'schedule', 'signIn', 'payment', 'booked'])
  // Nothing is left for the next visitor of this tab.
  await page.goto('/scheduler')
  await expect(page.getByRole('article')).toContainText('2014 Lexus RX')
  await expect(page.getByRole('button', { name: 'Continue where you left off' })).toBeHidden()
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('visit:'))),
  ).toEqual([])
})

test('a visitor with an account signs in at the end, and Back leads to the open times @desktop', async ({
  page,
}) => {
  const customer = newCustomer()
  await signUp(page, customer)
  await page.context().clearCookies()
  await page.goto('/book?year=2014&car=Lexus+RX')
  await page.getByRole('radio', { name: 'A handle like a mouse' }).check()
  await page.getByRole('button', { name: 'See times: Smart Connect Essential' }).click()
  await chooseFreeTime(page)
  await page.getByRole('button', { name: 'Continue to Book' }).click()
  await expect(page.getByRole('heading', { name: 'Reserve your time' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Schedule Your Installation', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Book' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Secure Your Appointment' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Appointment Summary' })).toContainText('2014 Lexus RX')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Schedule Your Installation', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/scheduler\?step=schedule$/)
})

test('a returning customer finds the phone number of the last appointment @desktop', async ({
  page,
  product,
}) => {
  await signUpBooked(page, product)
  await page.goto('/book?year=2014&car=Lexus+RX')
  await page.getByRole('radio', { name: 'A handle like a mouse' }).check()
  await page.getByRole('button', { name: 'Select Package: Smart Connect Essential' }).click()
  await chooseFreeTime(page)
  await confirmTime(page)
  await expect(page.getByLabel('Phone Number')).toHaveValue(/^\(\d{3}\) \d{3}-\d{4}$/)
})

test('a signed-in customer goes on in the booking, and an address without a car begins at the vehicle @desktop', async ({
  page,
}) => {
  await page.goto('/book')
  await expect(page.getByLabel('Vehicle Year')).toHaveValue('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeVisible()
  await signUp(page)
  await page.goto('/book?year=2014&car=Lexus+RX')
  await expect(page).toHaveURL(/\/scheduler\?step=package$/)
  await expect(page.getByRole('button', { name: 'Select Package: Smart Connect Essential' })).toBeVisible()
})

test('the check of a car works before the application has loaded, and is absent without JavaScript @desktop', async ({
  page,
  browser,
  product,
}) => {
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Year').selectOption('2014')
  await page.getByLabel('Make and model').selectOption('Lexus RX')
  await page.getByRole('button', { name: 'See what fits' }).click()
  await expect(page).toHaveURL(/\/book\?year=2014&car=Lexus\+RX$/)
  release()
  await expect(page.getByRole('article')).toHaveCount(3)

  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const without = await context.newPage()
  await without.goto('/')
  await expect(without.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(without.getByRole('button', { name: 'See what fits' })).toBeHidden()
  await context.close()
})
