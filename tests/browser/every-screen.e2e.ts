import type { Locator, Page } from '@playwright/test'
import { Client } from 'pg'
import { administrator, expect, test, type BrowserProduct } from '../support/product-fixture.ts'
import { expectNoCutText } from './cut-texts.ts'
import { expectToastClear } from './toast-place.ts'
import {
  cards,
  chooseFreeTime,
  confirmConditions,
  dateRadios,
  expectCardField,
  fillCard,
  fillPayment,
  newCustomer,
  secureButton,
  type Customer,
} from './customer-journey.ts'
import { expectInView, expectStartsAt, scrollToEnd } from './expect-in-view.ts'
import { withOpenShop } from './shop-people.ts'

const sixty = (word: string) => word.repeat(60).slice(0, 60)

/** A customer whose name and address are 60 characters without a place to break. */
function longCustomer(): Customer {
  const { email, password } = newCustomer()
  const unique = email.replaceAll(/[^a-z0-9]/g, '').slice(0, 30)
  return { name: sixty('Maximiliane'), email: `${sixty(unique)}@example.test`, password }
}

const longShop = {
  businessName: sixty('Kraftfahrzeug'),
  address: `1 ${sixty('Llanfairpwllgwyngyll')}, Pasadena, CA`,
}

async function makeModelLong({ databaseUrl }: BrowserProduct, customer: Customer): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('update appointments set vehicle_model = $1 where customer_email = $2', [
    sixty('Quattroporte'),
    customer.email,
  ])
  await client.end()
}

/** The screen after a press starts at the target, and no text on it is cut. */
async function expectScreen(page: Page, target: Locator): Promise<void> {
  await expectStartsAt(target)
  await expectNoCutText(page, (await target.textContent()) ?? '')
  await expectToastClear(page)
}

function h1(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, level: 1, exact: true })
}

async function press(page: Page, button: Locator): Promise<void> {
  await scrollToEnd(page)
  // By the keyboard: a click would scroll to the button.
  await button.focus()
  await page.keyboard.press('Enter')
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Account, booking with a refused card and a taken way back, confirmation, changes. */
async function walkAsCustomer(page: Page, product: BrowserProduct, customer: Customer): Promise<void> {
  await page.goto('/login')
  await expect(h1(page, 'Login')).toBeVisible()
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Dashfit' }))
  await expectScreen(page, page.getByRole('heading', { level: 1 }))
  await scrollToEnd(page)
  await page.goBack()
  await expectScreen(page, h1(page, 'Login'))
  await page.getByLabel('Email').fill('nobody@example.test')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await press(page, page.getByRole('button', { name: 'Login', exact: true }))
  await expectInView(page.getByRole('main').getByRole('alert'))
  await expectToastClear(page)
  await press(page, page.getByRole('link', { name: 'Create account' }))
  await expectScreen(page, h1(page, 'Create account'))
  await page.getByLabel('Name').fill(customer.name)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await press(page, page.getByRole('button', { name: 'Create account' }))
  await expectScreen(page, h1(page, 'My Appointments'))

  await press(page, button(page, 'Schedule New Appointment'))
  await expectScreen(page, h1(page, 'Schedule a New Appointment'))
  await page.getByLabel('Vehicle Year').selectOption('2013')
  await page.getByLabel('Vehicle Make').selectOption('Audi')
  await page.getByLabel('Vehicle Model').selectOption('Q5')
  await press(page, button(page, 'Continue to Package Selection'))
  await expectScreen(page, h1(page, 'Select Your Upgrade Package'))
  await confirmConditions(page, 'Smart Connect Premium')
  await press(page, button(page, 'Select Package: Smart Connect Premium'))
  await expectScreen(page, h1(page, 'Schedule Your Installation'))
  await page.getByRole('radio', { name: new RegExp(longShop.businessName) }).check()
  await expect(dateRadios(page)).toHaveCount(10)
  await chooseFreeTime(page)
  await press(page, button(page, 'Confirm Appointment'))
  await expectScreen(page, h1(page, 'Complete Your Purchase'))
  for (const [go, title] of [
    ['goBack', 'Schedule Your Installation'],
    ['goBack', 'Select Your Upgrade Package'],
    ['goForward', 'Schedule Your Installation'],
    ['goForward', 'Complete Your Purchase'],
  ] as const) {
    await scrollToEnd(page)
    await page[go]()
    await expectStartsAt(h1(page, title))
  }
  await expectCardField(page)
  await press(page, secureButton(page))
  await expectInView(page.getByText('Please enter a valid 10-digit phone number'))
  await expect(page.getByText('Please enter your card details')).toBeVisible()
  await fillPayment(page, cards.declined)
  await press(page, secureButton(page))
  await expectInView(page.getByText('Your card was declined.'))
  await fillCard(page, cards.approved)
  await press(page, secureButton(page))
  await expectScreen(page, h1(page, 'Installation Appointment Confirmed!'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Booking number [\da-f-]{36}$/)).toBeVisible()
  await expectNoCutText(page, 'the confirmation on paper')
  await page.emulateMedia({ media: null })

  await makeModelLong(product, customer)
  await press(page, page.getByRole('link', { name: 'See my appointments' }))
  await expect(page.getByRole('article')).toBeVisible()
  await expectScreen(page, h1(page, 'My Appointments'))
  await press(page, button(page, 'Change Package'))
  await expectScreen(page, page.getByRole('heading', { name: 'Change Package' }))
  await expect(page.getByText('Your current package')).toBeVisible()
  await expectNoCutText(page, 'the packages of a change')
  await confirmConditions(page, 'Smart Connect Essential')
  await press(page, button(page, 'Select Package: Smart Connect Essential'))
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoCutText(page, 'the agreement to a change')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await press(page, page.getByRole('article').getByRole('button', { name: 'Cancel' }))
  await expectStartsAt(page.getByRole('article').getByRole('heading').first())
  await press(page, button(page, 'Reschedule'))
  await expectScreen(page, page.getByRole('heading', { name: 'Reschedule' }))
  await press(page, page.getByRole('article').getByRole('button', { name: 'Cancel' }))
  await press(page, button(page, 'Cancel Appointment'))
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoCutText(page, 'the question before a cancellation')
  await page.keyboard.press('Escape')
}

/** The pages beside the booking. */
async function walkAsideOf(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Your account' }))
  await expect(page.getByLabel('Display name')).toBeVisible()
  await expectScreen(page, h1(page, 'Your account'))
  await page.getByLabel('New password').fill('short')
  await press(page, button(page, /^(Change|Set) password/))
  await expectInView(page.locator('[aria-invalid="true"]').first())
  await page.evaluate(() => window.history.pushState(null, '', '/nowhere'))
  await expectScreen(page, h1(page, '404 Page Not Found'))
  await page.goBack()
  await expectStartsAt(h1(page, 'Your account'))
  for (const [path, title] of [
    ['/confirm-card', 'Confirm your card'],
    ['/forgot-password', 'Forgot password'],
  ] as const) {
    await scrollToEnd(page)
    await page.evaluate((to) => window.history.pushState(null, '', to), path)
    await expectScreen(page, h1(page, title))
  }
}

/** Appointment Management in all its views. */
async function walkAsAdministrator(page: Page, customer: Customer, shopId: number): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login')
  await press(page, page.getByRole('link', { name: 'Register your shop' }))
  await expectScreen(page, h1(page, 'Auto Shop Registration'))
  await press(page, button(page, 'Register Shop'))
  await expectInView(page.locator('[aria-invalid="true"]').first())
  await scrollToEnd(page)
  await page.goBack()
  await expectScreen(page, h1(page, 'Login'))
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await press(page, page.getByRole('button', { name: 'Login', exact: true }))
  await expectScreen(page, h1(page, 'Today'))
  await press(page, page.getByRole('link', { name: 'Appointments', exact: true }))
  await expectScreen(page, h1(page, 'Appointment Management'))
  await page.getByLabel('Search').fill(customer.email)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await expectNoCutText(page, 'the list')
  await page.getByRole('button', { name: /, details$/ }).click()
  await expect(page.getByRole('region', { name: 'Customer Information' })).toBeVisible()
  await expectNoCutText(page, 'the details')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/appointment=/)
  for (const view of ['Board', 'Overview', 'Shops']) {
    const link = page.getByRole('link', { name: view, exact: true })
    // The page comes back once the dialog before it has gone. On a phone some of them are behind More.
    await expect(link.or(button(page, 'More')).first()).toBeVisible()
    if ((await link.count()) === 0) await press(page, button(page, 'More'))
    await press(page, link)
    await expect(page.getByRole('main').locator('[data-loading]')).toHaveCount(0)
    await expectScreen(page, h1(page, view))
  }
  await press(page, page.locator(`a[href$="shop=${shopId}"]`))
  await expect(page.getByRole('heading', { name: 'Business Hours' })).toBeVisible()
  await expectScreen(page, h1(page, 'Shop'))
  await scrollToEnd(page)
  await page.goBack()
  await expectStartsAt(h1(page, 'Shops'))
  await page.goto(`/admin?view=board&span=week&shop=${shopId}`)
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked()
  await expectNoCutText(page, 'the board')
}

for (const [width, height, tags] of [
  [320, 568, '@desktop'],
  [390, 844, '@desktop @whole'],
  [1440, 900, '@desktop'],
] as const)
  test(`every screen starts at its heading or message and cuts no text, ${width} pixels wide ${tags}`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height })
    const customer = longCustomer()
    await withOpenShop(product, longShop, async ({ shopId }) => {
      await walkAsCustomer(page, product, customer)
      await walkAsideOf(page)
      await walkAsAdministrator(page, customer, shopId)
    })
  })
