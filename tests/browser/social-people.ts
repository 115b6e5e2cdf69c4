import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { SocialProvider } from '../support/social.ts'

export const providers = [
  { provider: 'google', name: 'Google' },
  { provider: 'facebook', name: 'Facebook' },
] as const satisfies { provider: SocialProvider; name: string }[]

export type SocialPerson = { name: string; email: string }

/** A person with an account at the provider and none here. */
export function newSocialPerson(): SocialPerson {
  return { name: 'Robin Social', email: `robin-${randomUUID()}@example.test` }
}

export function socialButton(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `Sign in with ${name}`, exact: true })
}

/** Opens the login screen once the page knows the session and the providers. */
export async function openLogin(page: Page): Promise<void> {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Look inside' })).toBeVisible()
  await expect(page.getByText('Or continue with')).toBeVisible()
}

/** Presses the button and returns the popup. */
export async function openWindow(page: Page, button: Locator): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  return popup
}

/** At the provider: chooses this account. */
export async function chooseAccount(
  atProvider: Page,
  person: SocialPerson,
  { sharesNoEmail = false } = {},
): Promise<void> {
  await expect(atProvider.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await atProvider.getByLabel('Name').fill(person.name)
  await atProvider.getByLabel('Email', { exact: true }).fill(person.email)
  if (sharesNoEmail) await atProvider.getByLabel('Share no email').check()
  await atProvider.getByRole('button', { name: 'Continue' }).click()
}

/** At the provider: cancels. */
export async function chooseNone(atProvider: Page): Promise<void> {
  await expect(atProvider.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await atProvider.getByRole('button', { name: 'Cancel' }).click()
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
}

/** The message shows above the form. */
export async function expectProblem(page: Page, sentence: string): Promise<void> {
  await expect(page.locator('main').getByRole('alert')).toHaveText(sentence)
}

export async function sessionEmail(page: Page): Promise<string | null> {
  const session = (await (await page.request.get('/api/auth/get-session')).json()) as {
    user: { email: string }
  } | null
  return session?.user.email ?? null
}

export function userType(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('userType'))
}
