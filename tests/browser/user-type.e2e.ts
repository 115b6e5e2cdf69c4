import type { Page } from '@playwright/test'
import { goodPassword, registerShop, signUp } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { enter } from './shop-people.ts'
import {
  chooseAccount,
  expectSignedIn,
  newSocialPerson,
  openLogin,
  openWindow,
  socialButton,
  userType,
} from './social-people.ts'

async function setUserType(page: Page, value: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('userType', value), value)
}

async function signInWith(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function logout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeVisible()
  expect(await userType(page)).toBeNull()
}

test('the user type is stored at sign-in and removed at logout; a stored one stays, except after Google @desktop', async ({
  page,
  product,
}) => {
  const { email } = await signUp(product)
  await openLogin(page)
  await signInWith(page, email)
  await expectSignedIn(page)
  expect(await userType(page)).toBe('customer')
  await logout(page)

  await openLogin(page)
  await setUserType(page, 'shop')
  await signInWith(page, email)
  await expectSignedIn(page)
  expect(await userType(page)).toBe('shop')
  await logout(page)

  await openLogin(page)
  await setUserType(page, 'shop')
  await chooseAccount(await openWindow(page, socialButton(page, 'Google')), newSocialPerson())
  await expectSignedIn(page)
  expect(await userType(page)).toBe('customer')
})

test('a forged user type opens nothing and breaks nothing @desktop', async ({ page, product }) => {
  const customer = await signUp(product)
  const shop = await registerShop(product)
  const forged = ['shop', 'administrator', '', '{"role":"shop"}', '\u0000<script>', 'x'.repeat(1_000_000)]
  await openLogin(page)
  for (const value of forged) {
    await setUserType(page, value)
    // A signed-out user is redirected to the login screen from every page.
    await page.goto('/scheduler')
    await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
  }
  for (const value of forged.slice(0, 2)) {
    await setUserType(page, value)
    await enter(page, product, customer, '/admin')
    await expect(page.getByText('This page is for shops.')).toBeVisible()
    expect((await page.request.get('/api/admin/appointments')).status()).toBe(403)
    await page.goto('/shop-registration')
    await expectSignedIn(page)
  }
  // A customer's type does not keep a shop from its own page.
  await setUserType(page, 'customer')
  await enter(page, product, shop, '/scheduler')
  await expect(page.getByText('Confirm your email first.')).toBeVisible()

  // An invalid type is replaced with the default at the next sign-in.
  await page.context().clearCookies()
  await openLogin(page)
  await setUserType(page, 'x'.repeat(1_000_000))
  await signInWith(page, customer.email)
  await expectSignedIn(page)
  expect(await userType(page)).toBe('customer')
})

test('where storage is switched off, people sign in and out all the same @desktop @whole', async ({
  page,
  product,
}) => {
  // What a browser does whose settings forbid it.
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  const { email } = await signUp(product)
  await openLogin(page)
  await signInWith(page, email)
  await expectSignedIn(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeVisible()
  await openLogin(page)
  await chooseAccount(await openWindow(page, socialButton(page, 'Google')), newSocialPerson())
  await expectSignedIn(page)
  expect(problems).toEqual([])
})
