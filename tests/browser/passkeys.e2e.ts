import type { Locator, Page } from '@playwright/test'
import { administrator, expect, testWithOwnProduct } from '../support/product-fixture.ts'
import { dismissToast, signUp } from './customer-journey.ts'
import { expectSound, expectSoundInBothLights } from './expect-sound.ts'
import { mailedLink } from './mailed-links.ts'
import { book, captureIn, rowOf, searchFor, signInAsStaff } from './staff-journey.ts'
import { addDevice } from './virtual-authenticator.ts'

const test = testWithOwnProduct({ REQUIRE_SECOND_FACTOR: 'on' })

function sectionOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Passkeys' })
}

async function logout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeVisible()
}

async function usePasskey(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
}

/** Fills in the form that comes before the device's prompt. */
async function add(page: Page, password: string): Promise<void> {
  const section = sectionOf(page)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByLabel('Your password').fill(password)
  await section.getByRole('button', { name: 'Continue' }).click()
}

test('a customer adds a passkey, signs in with only it, and removes it @desktop', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const device = await addDevice(page)
  const customer = await signUp(page)
  await page.goto('/account#passkeys')
  const section = sectionOf(page)
  await expect(section.getByText('Confirm your email first.')).toBeVisible()
  await page.goto(await mailedLink(product, customer.email, '/verify-email'))
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()

  await page.goto('/account#passkeys')
  await add(page, 'not the password')
  await expect(section.getByText('That’s not your password.')).toBeVisible()
  expect(await device.passkeys()).toBe(0)
  await expectSound(page, 'adding a passkey')
  await section.getByLabel('Your password').fill(customer.password)
  await section.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await dismissToast(page)
  await section.getByRole('button', { name: /^Rename/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expectSoundInBothLights(page, 'renaming a passkey')
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByRole('listitem')).toContainText('My phone')
  await dismissToast(page)
  await expectSound(page, 'the list of passkeys')

  await logout(page)
  await usePasskey(page)
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()

  await page.goto('/account#passkeys')
  await section.getByRole('button', { name: 'Remove My phone' }).click()
  await expectSoundInBothLights(page, 'removing a passkey')
  await dialog.getByLabel('Your password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByRole('button', { name: 'Add a passkey' })).toBeFocused()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  expect(await device.passkeys()).toBe(1)
  await logout(page)
  await usePasskey(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'That passkey is not accepted here. Please sign in another way.',
  )
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('a device that does not recognise its owner, has none, or has one already is told apart @desktop @whole', async ({
  page,
  product,
}) => {
  const device = await addDevice(page)
  await usePasskey(page)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText('Passkey sign-in was cancelled. Try again, or sign in another way.')
  await expectSound(page, 'the login screen without a passkey')

  const customer = await signUp(page)
  await page.goto(await mailedLink(product, customer.email, '/verify-email'))
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await page.goto('/account#passkeys')
  const section = sectionOf(page)
  await device.recognise(false)
  await add(page, customer.password)
  await expect(section.getByRole('alert')).toHaveText(
    'The passkey wasn’t created. Try again, or use another device.',
  )
  await device.recognise(true)
  await section.getByRole('button', { name: 'Continue' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await add(page, customer.password)
  await expect(section.getByRole('alert')).toHaveText('This device already has a passkey for your account.')

  await logout(page)
  await device.recognise(false)
  await usePasskey(page)
  await expect(alert).toHaveText('Passkey sign-in was cancelled. Try again, or sign in another way.')
  await device.recognise(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
})

test('a browser that does not know passkeys does not offer them @desktop @whole', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  const customer = await signUp(page)
  await page.goto(await mailedLink(product, customer.email, '/verify-email'))
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await page.goto('/account#passkeys')
  await expect(sectionOf(page).getByText('This browser doesn’t support passkeys.')).toBeVisible()
  await expect(sectionOf(page).getByRole('button')).toHaveCount(0)
  await logout(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
})

test('staff who sign in with a passkey need no other second factor @desktop', async ({ page, product }) => {
  await addDevice(page)
  const job = await book(product)
  await signInAsStaff(page)
  await expect(page.getByText('Set up a second factor to open Appointment Management.')).toBeVisible()
  await page.goto('/account#passkeys')
  await add(page, administrator.password)
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(page.getByText('You can use your passkey: log out and sign in with it.')).toBeVisible()

  await logout(page)
  await usePasskey(page)
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await page.goto('/account')
  await expect(sectionOf(page).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('Required before you can open Appointment Management.')).toHaveCount(0)
  await page.goto('/admin')
  await captureIn(await searchFor(page, job))
  await expect(page.getByText('Payment has been successfully captured')).toBeVisible()
  await expect(rowOf(page, job)).toContainText('Completed')
  await expect(page.getByText('Set up a second factor')).toHaveCount(0)
})
