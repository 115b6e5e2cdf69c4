import type { Locator, Page } from '@playwright/test'
import { authenticatorOf } from '../support/authenticator.ts'
import { signIn } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { signUp } from './customer-journey.ts'
import { mailedLink } from './mailed-links.ts'
import { tabTo } from './tab-to.ts'
import { addDevice } from './virtual-authenticator.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', name)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

async function press(page: Page, name: RegExp): Promise<Locator> {
  const button = await tabTo(page, 'button', name)
  await page.keyboard.press('Enter')
  return button
}

test('a name is changed, a session ended and the account deleted by keyboard, and the focus is never lost @desktop', async ({
  page,
  product,
}) => {
  const customer = await signUp(page)
  await signIn(product, customer.email, customer.password)
  await page.goto('/account')
  await type(page, /^Display name/, 'Somebody Else')
  await press(page, /^Discard changes/)
  await expect(part(page, 'Profile')).toBeFocused()
  await type(page, /^Display name/, 'Zoë Quill')
  const save = await press(page, /^Save profile/)
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()

  await press(page, /^Sign out /)
  await expect(part(page, 'Sessions').getByRole('list')).toBeFocused()
  const remove = await tabTo(page, 'button', /^Delete my account/)
  // The toast comes last in the tab order; dismissing it leaves the focus in place.
  const last = await tabTo(page, 'link', /^Refunds/)
  await press(page, /^Dismiss/)
  await expect(last).toBeFocused()
  for (let back = 0; back < 3; back += 1) await page.keyboard.press('Shift+Tab')
  await expect(remove).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeFocused()
  await type(page, /to confirm/, customer.email)
  await type(page, /^Your password/, customer.password)
  await press(page, /^Delete my account/)
  await expect(page.getByText('Account deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeFocused()
})

test('a password is changed, a second factor set up and a passkey added with the keyboard alone, and the focus is never lost @desktop @whole', async ({
  page,
  product,
}) => {
  await addDevice(page)
  const customer = await signUp(page)
  await page.goto(await mailedLink(product, customer.email, '/verify-email'))
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await page.goto('/account')
  await tabTo(page, 'link', /^Password$/)
  await page.keyboard.press('Enter')
  const newPassword = 'another phrase'
  await type(page, /^Current password/, customer.password)
  await type(page, /^New password/, newPassword)
  await press(page, /^Change password/)
  await expect(page.getByText('Password changed')).toBeVisible()

  const factor = part(page, 'Second factor')
  await press(page, /^Set up/)
  await expect(factor.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(newPassword)
  await press(page, /^Continue/)
  await expect(factor.getByRole('heading', { name: /^Scan this/ })).toBeFocused()
  const address = await factor.getByRole('link', { name: 'Open it' }).getAttribute('href')
  await tabTo(page, 'checkbox', /^I have saved them/)
  await page.keyboard.press('Space')
  await type(page, /^Code/, await authenticatorOf(address ?? '').nextCode())
  await press(page, /^Turn on/)
  await expect(factor.getByRole('paragraph').filter({ hasText: /^On$/ })).toBeFocused()

  await press(page, /^Add a passkey/)
  await expect(part(page, 'Passkeys').getByLabel('Name')).toBeFocused()
  await type(page, /^Your password/, newPassword)
  await press(page, /^Continue/)
  await expect(part(page, 'Passkeys').getByRole('listitem')).toHaveCount(1)
  await expect(part(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' })).toBeFocused()
})
