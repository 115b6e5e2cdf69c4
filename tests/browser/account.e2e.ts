import type { Locator, Page } from '@playwright/test'
import { send, signIn, signUp as signUpByProgram } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { comeBackUnnoticed } from './come-back.ts'
import { signUp } from './customer-journey.ts'
import { expectSound, expectSoundAtEachWidth } from './expect-sound.ts'
import { enter, signInAdministrator, withOpenShop } from './shop-people.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const accountLink = (page: Page) => page.getByRole('link', { name: 'Your account' })

async function openAccount(page: Page): Promise<void> {
  await accountLink(page).click()
  await expect(part(page, 'Sessions')).toBeVisible()
}

test('the account is one press away, and says that it is the present page @desktop @whole', async ({
  page,
}) => {
  await signUp(page)
  await expect(accountLink(page)).not.toHaveAttribute('aria-current')
  await openAccount(page)
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeFocused()
  await expect(accountLink(page)).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle('Your account · Dashfit')
  // Aligned with the header.
  const leftOf = async (piece: Locator) => (await piece.boundingBox())?.x
  const mark = page.getByRole('banner').getByRole('link', { name: 'Dashfit' }).locator('svg')
  expect(await leftOf(page.getByRole('heading', { level: 1 }))).toBe(await leftOf(mark))
})

test('shops and administrators have an account page too @desktop', async ({ page, product }) => {
  await enter(page, product, await signInAdministrator(product), '/account')
  await expect(part(page, 'Profile').getByLabel('Display name')).toHaveValue('Administrator')
  await withOpenShop(product, {}, async ({ shop }) => {
    await enter(page, product, shop, '/account')
    await expect(part(page, 'Profile').getByLabel('Display name')).toHaveValue('Second Gear')
  })
})

test('a new name is in the header at once and after a reload @desktop', async ({ page }) => {
  await signUp(page)
  await openAccount(page)
  const profile = part(page, 'Profile')
  await expect(profile.getByRole('button', { name: 'Save profile' })).toBeDisabled()
  await profile.getByLabel('Display name').fill('')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByText('Please enter your name')).toBeVisible()
  await expect(profile.getByLabel('Display name')).toBeFocused()
  await profile.getByLabel('Display name').fill('  Zoë Quill ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(profile.getByLabel('Display name')).toHaveValue('Zoë Quill')
  await expect(accountLink(page)).toHaveText('ZQ')
  await page.reload()
  await expect(accountLink(page)).toHaveText('ZQ')
})

test('a photo that does not load gives way to the initials, and is taken away again @desktop @whole', async ({
  page,
}) => {
  await signUp(page)
  await openAccount(page)
  const profile = part(page, 'Profile')
  const photo = profile.getByLabel('Photo address')
  await photo.fill('http://pictures.example.test/me.png')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByText('Please enter an address that begins with https://')).toBeVisible()
  await photo.fill('https://pictures.invalid/me.png')
  await expect(profile.getByText('No picture at this address')).toBeVisible()
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(accountLink(page)).toHaveText('PC')
  await profile.getByRole('button', { name: 'Remove photo' }).click()
  await expect(photo).toHaveValue('')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByRole('button', { name: 'Save profile' })).toBeDisabled()
  await page.reload()
  await expect(photo).toHaveValue('')
})

test('Discard changes restores the saved values @desktop @whole', async ({ page }) => {
  const { name } = await signUp(page)
  await openAccount(page)
  const profile = part(page, 'Profile')
  await profile.getByLabel('Display name').fill('Somebody Else')
  await profile.getByRole('button', { name: 'Discard changes' }).click()
  await expect(profile.getByLabel('Display name')).toHaveValue(name)
  await expect(profile.getByRole('button', { name: 'Discard changes' })).toBeHidden()
})

test('changing the password needs the current one and ends every other session @desktop', async ({
  page,
  product,
}) => {
  const customer = await signUp(page)
  const elsewhere = await signIn(product, customer.email, customer.password)
  await openAccount(page)
  const password = part(page, 'Password')
  const [present, next] = [password.getByLabel('Current password'), password.getByLabel('New password')]
  const change = password.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(password.getByText('Please enter your password')).toBeVisible()
  await expect(present).toBeFocused()
  await present.fill('not my password')
  await next.fill('1234567890')
  await change.click()
  await expect(password.getByText('This password is too common. Choose another.')).toBeVisible()
  await expect(next).toBeFocused()
  await next.fill('quite another phrase')
  await change.click()
  await expect(password.getByText('That’s not your password.')).toBeVisible()
  await expect(present).toBeFocused()
  await present.fill(customer.password)
  await change.click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(present).toHaveValue('')
  expect((await elsewhere.get('/api/account')).status).toBe(401)
  const old = await send(product, 'POST', '/api/auth/sign-in/email', {
    body: { email: customer.email, password: customer.password },
  })
  expect(old.status).toBe(401)
  await signIn(product, customer.email, 'quite another phrase')
  await page.reload()
  await expect(part(page, 'Sessions').getByText('This device')).toBeVisible()
})

test('sessions show their device, and end one by one or all at once @phone', async ({ page, product }) => {
  const customer = await signUp(page)
  const phone = await send(product, 'POST', '/api/auth/sign-in/email', {
    body: { email: customer.email, password: customer.password },
    headers: {
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E148 Safari/604.1',
    },
  })
  expect(phone.status).toBe(200)
  const others = [
    await signIn(product, customer.email, customer.password),
    await signIn(product, customer.email, customer.password),
  ]
  await openAccount(page)
  const sessions = part(page, 'Sessions')
  const rows = sessions.getByRole('listitem')
  await expect(rows).toHaveCount(4)
  const own = rows.filter({ hasText: 'This device' })
  await expect(own).toHaveCount(1)
  await expect(own.getByRole('button')).toHaveCount(0)
  await sessions.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(rows).toHaveCount(3)
  await expect(sessions.getByText('Safari on iPhone')).toBeHidden()
  await expect(sessions.getByRole('list')).toBeFocused()
  await sessions.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(rows).toHaveCount(1)
  await expect(sessions.getByRole('button')).toHaveCount(0)
  for (const other of others) expect((await other.get('/api/account')).status).toBe(401)
})

test('a session ended elsewhere leads to the login screen at the next press @desktop', async ({
  page,
  product,
}) => {
  const customer = await signUp(page)
  await openAccount(page)
  const elsewhere = await signIn(product, customer.email, customer.password)
  expect((await elsewhere.remove('/api/account/sessions')).status).toBe(200)
  await part(page, 'Profile').getByLabel('Display name').fill('Too Late')
  await part(page, 'Profile').getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('offline the account page says so, keeps its inputs, and works again afterwards @desktop', async ({
  page,
}) => {
  await comeBackUnnoticed(page)
  await signUp(page)
  await openAccount(page)
  const profile = part(page, 'Profile')
  await profile.getByLabel('Display name').fill('Offline Pat')
  await page.context().setOffline(true)
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByRole('alert')).toHaveText(
    'No connection. Please check your network and try again.',
  )
  await page.getByRole('link', { name: 'My Appointments' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  await accountLink(page).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(profile.getByLabel('Display name')).toHaveValue('Offline Pat')
  await profile.getByRole('button', { name: 'Discard changes' }).click()
  await expect(profile.getByLabel('Display name')).toHaveValue('Pat Customer')
})

test('the address of a part leads to it @desktop @whole', async ({ page, product }) => {
  await enter(page, product, await signUpByProgram(product), '/account#second-factor')
  await expect(part(page, 'Second factor')).toBeInViewport()
  await page
    .getByRole('navigation', { name: 'Parts of this page' })
    .getByRole('link', { name: 'Your data' })
    .click()
  await expect(part(page, 'Your data')).toBeInViewport()
})

test('the account page passes axe and never scrolls sideways', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page)
  await openAccount(page)
  await expectSoundAtEachWidth(page, 'account')
  await part(page, 'Password').getByRole('button', { name: 'Change password' }).click()
  await expectSoundAtEachWidth(page, 'account with sentences')
  await part(page, 'Your data').getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSoundAtEachWidth(page, 'the question before the end')
})

test('the header fits a phone of 320 pixels for staff too @phone @whole', async ({ page, product }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enter(page, product, await signInAdministrator(product), '/account')
  await expect(part(page, 'Sessions')).toBeVisible()
  await expectSound(page, 'account of an administrator')
})
