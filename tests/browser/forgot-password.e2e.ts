import { expect, test } from '../support/product-fixture.ts'
import { signUp as signUpByCall } from '../support/people.ts'
import { dismissToast } from './customer-journey.ts'
import { expectSound } from './expect-sound.ts'
import { mailedLink } from './mailed-links.ts'

const sentence = 'If there’s an account with this email, a link is on its way.'
const newPassword = 'turquoise-lantern-77'

test('a forgotten password is reset by mail, and the login screen accepts the new one @phone', async ({
  page,
  product,
}) => {
  const { email } = await signUpByCall(product)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectSound(page, 'forgot password')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expectSound(page, 'a link is on its way')

  const link = await mailedLink(product, email, '/reset-password')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible()
  // The token has left the address, and a reload still finds it.
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.reload()
  await expect(page.getByText('10 to 128 characters')).toBeVisible()
  const password = page.getByLabel('New password', { exact: true })
  await expectSound(page, 'new password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(password).toHaveAccessibleDescription(/Please enter a password/)
  await expect(password).toBeFocused()
  await password.fill('1234567890')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription(/This password is too common/)
  await expect(password).toBeFocused()
  await dismissToast(page)
  await password.fill(newPassword)
  await password.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Sign in with your new password.')).toBeVisible()
  await dismissToast(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()

  // The link has been used.
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('another-lantern-78')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This link is no longer valid.' })).toBeFocused()
  await expectSound(page, 'a used link')
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
})

test('an unknown address reads the same words, and a failure to send is shown @desktop @whole', async ({
  page,
  context,
}) => {
  await page.goto('/forgot-password')
  const ask = page.getByRole('button', { name: 'Email me a link' })
  await ask.click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('nobody-has-this@example.test')
  await context.setOffline(true)
  await ask.click()
  const offline = 'No connection. Please check your network and try again.'
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(offline)
  await context.setOffline(false)
  await ask.click()
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('nobody-has-this@example.test')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('nobody-has-this@example.test')
  await page.goto('/reset-password')
  await expect(page.getByText('Open this page with the link from our email.')).toBeVisible()
})
