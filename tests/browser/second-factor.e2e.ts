import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { authenticatorOf, setUpSecondFactor, type Authenticator } from '../support/authenticator.ts'
import { goodPassword, signIn, signUp as signUpByProgram } from '../support/people.ts'
import { administrator, expect, testWithOwnProduct } from '../support/product-fixture.ts'
import { dismissToast, newCustomer, signUp } from './customer-journey.ts'
import { expectSound, expectSoundInBothLights } from './expect-sound.ts'
import { book, captureIn, rowOf, searchFor, signInAsStaff } from './staff-journey.ts'

const test = testWithOwnProduct({ REQUIRE_SECOND_FACTOR: 'on' })

function sectionOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Second factor' })
}

async function logout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeVisible()
}

/** Submits the correct password and waits for the code form. */
async function givePassword(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

/** Opens the set-up on the account page and returns an app with the typed secret. */
async function beginSetUp(page: Page, password: string): Promise<Authenticator> {
  const section = sectionOf(page)
  await section.getByRole('button', { name: 'Set up' }).click()
  await section.getByLabel('Your password').fill(password)
  await section.getByRole('button', { name: 'Continue' }).click()
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = await section.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()
  const address = (await section.getByRole('link', { name: 'Open it' }).getAttribute('href')) ?? ''
  expect(new URL(address).searchParams.get('secret')).toBe(key.replaceAll(' ', ''))
  return authenticatorOf(address)
}

async function turnOn(page: Page, app: Authenticator): Promise<void> {
  const section = sectionOf(page)
  await section.getByLabel('I have saved them').check()
  await section.getByLabel('Code', { exact: true }).fill(await app.nextCode())
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('10 recovery codes left')).toBeVisible()
}

test('a customer sets up an authenticator app, and each sign-in then needs its code @desktop', async ({
  page,
}) => {
  const customer = await signUp(page)
  await page.goto('/account#second-factor')
  const section = sectionOf(page)
  await section.getByRole('button', { name: 'Set up' }).click()
  await section.getByLabel('Your password').fill('not the password')
  await section.getByRole('button', { name: 'Continue' }).click()
  await expect(section.getByText('That’s not your password.')).toBeVisible()
  await section.getByRole('button', { name: 'Cancel' }).click()

  const app = await beginSetUp(page, customer.password)
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeDisabled()
  const codes = await section
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download' }).click(),
  ])
  const sheet = await readFile(await file.path(), 'utf8')
  for (const code of codes) expect(sheet).toContain(code)
  await section.getByLabel('I have saved them').check()
  await section.getByLabel('Code', { exact: true }).fill('not-a-code')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('That code isn’t right. Try again.')).toBeVisible()
  await expectSound(page, 'setting up a second factor')
  await turnOn(page, app)
  await dismissToast(page)
  await expectSound(page, 'a second factor that is on')

  await logout(page)
  await givePassword(page, customer)
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('That code isn’t right. Try again.')).toBeVisible()
  await dismissToast(page)
  await expectSound(page, 'the question for a code')
  await page.reload()
  const code = await app.nextCode()
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
})

test('recovery codes replace the app, and a trusted browser needs no code @desktop', async ({
  page,
  product,
}) => {
  const customer = newCustomer()
  const person = await signUpByProgram(product, customer.email)
  const { recoveryCodes } = await setUpSecondFactor(product, person)
  const login = { email: customer.email, password: goodPassword }
  await givePassword(page, login)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toUpperCase() ?? '')
  await page.getByLabel('Trust this browser for 30 days').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()

  await logout(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill(login.email)
  await page.getByLabel('Password', { exact: true }).fill(login.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  await dismissToast(page)

  await page.goto('/account#second-factor')
  const section = sectionOf(page)
  await expect(section.getByText('9 recovery codes left')).toBeVisible()
  await section.getByRole('button', { name: 'New recovery codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(login.password)
  await expect(dialog.locator('footer').getByRole('button')).toHaveText(['Cancel', 'Make new codes'])
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expectSound(page, 'new recovery codes')
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section.getByText('10 recovery codes left')).toBeVisible()

  await section.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Your password').fill(login.password)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible()
  await expect(section.getByRole('paragraph').filter({ hasText: /^Off$/ })).toBeFocused()
  await signIn(product, login.email)
})

test('a code that comes too late leads back to the password, with words @desktop @whole', async ({
  page,
  product,
}) => {
  const person = await signUpByProgram(product)
  const { app } = await setUpSecondFactor(product, person)
  await page.goto('/login?second-factor')
  await expect(page.getByText('There’s no sign-in to finish here.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()

  await givePassword(page, person)
  const press = async (code: string) => {
    await page.getByLabel('Code').fill(code)
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/second-factor'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await answered
  }
  for (let count = 0; count < 5; count++) await press('000000')
  await press(await app.nextCode())
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Too many wrong codes. Sign in again.')
})

test('staff see that a second factor is required, set it up and continue in the same browser @desktop', async ({
  page,
  product,
}) => {
  const job = await book(product)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await signInAsStaff(page)
  await expect(page.getByText('Set up a second factor to open Appointment Management.')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveCount(0)
  await expectSoundInBothLights(page, 'Appointment Management without a second factor')
  expect(refused).toEqual([])
  await page.getByRole('link', { name: 'Set it up' }).click()
  await expect(page.getByText('Required before you can open Appointment Management.')).toBeVisible()
  await expectSound(page, 'the account of staff without a second factor')
  await turnOn(page, await beginSetUp(page, administrator.password))

  await page.goto('/admin')
  await captureIn(await searchFor(page, job))
  await expect(page.getByText('Payment has been successfully captured')).toBeVisible()
  await expect(rowOf(page, job)).toContainText('Completed')
  await expect(page.getByText('Set up a second factor')).toHaveCount(0)
})
