import type { Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { dismissToast, signUp, type Customer } from './customer-journey.ts'
import { expectSound } from './expect-sound.ts'
import { mailedLink } from './mailed-links.ts'

const confirmed = 'Your email address is confirmed.'

async function login(page: Page, { email, password }: Customer): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a new customer verifies the address, and the account page says so @phone', async ({
  page,
  product,
}) => {
  const { email } = await signUp(page)
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Email' })
  await expect(section.getByText('Not confirmed')).toBeVisible()
  await mailedLink(product, email, '/verify-email')
  await section.getByRole('button', { name: 'Send the link again' }).click()
  await expect(section.getByText('A new link is on its way.')).toBeVisible()
  await dismissToast(page)
  await expectSound(page, 'an address to be confirmed')
  await page.goto(await mailedLink(product, email, '/verify-email', 2))
  await expect(page.getByText(confirmed)).toBeVisible()
  await expectSound(page, 'a confirmed address')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  await page.goto('/account')
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(section.getByRole('button')).toHaveCount(0)
})

test('a link opened while signed out asks for a sign-in, and then continues @desktop', async ({
  page,
  product,
  browser,
}) => {
  const customer = await signUp(page)
  const link = await mailedLink(product, customer.email, '/verify-email')
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('Please sign in to confirm this address.')).toBeVisible()
  await expectSound(elsewhere, 'sign in to confirm')
  await elsewhere.getByRole('link', { name: 'Sign in' }).click()
  await login(elsewhere, customer)
  await expect(elsewhere.getByText(confirmed)).toBeVisible()
  // Opening it again, anywhere, is no error.
  await page.goto(link)
  await expect(page.getByText(confirmed)).toBeVisible()
  await elsewhere.context().close()
})

test('the link of another account and one that is not ours are told apart @desktop @whole', async ({
  page,
  product,
  browser,
}) => {
  const owner = await signUp(page)
  const link = await mailedLink(product, owner.email, '/verify-email')
  const other = await (await browser.newContext()).newPage()
  await signUp(other)
  await other.goto(link)
  await expect(
    other.getByText('This link is for a different account than the one you’re signed in to.'),
  ).toBeVisible()
  await expectSound(other, 'a link of another account')
  await other.getByRole('button', { name: 'Sign in with the other account' }).click()
  await expect(other).toHaveURL(/\/login$/)
  await login(other, owner)
  await expect(other.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  await other.goto('/verify-email#made-up')
  await expect(other.getByText('This link is no longer valid.')).toBeVisible()
  await other.getByRole('link', { name: 'Open your account' }).click()
  await expect(other.getByRole('region', { name: 'Email' })).toBeVisible()
  await other.context().close()
})
