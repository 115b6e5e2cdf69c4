import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/product-fixture.ts'
import { expectCardField, goToPayment, signUp } from './customer-journey.ts'
import { expectSoundInBothLights } from './expect-sound.ts'
import { enter, signInAdministrator, withOpenShop } from './shop-people.ts'

/**
 * Runs in the page: each invalid field of a form with its linked error from a live region, '→' for the
 * focused one.
 */
function tiedSentences(form: Element): string[] {
  return [...form.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')].map((control) => {
    const label = control.ariaLabel ?? control.labels?.[0]?.firstElementChild?.textContent ?? ''
    const sentence = (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
      .find((part) => part?.closest('[aria-live="polite"]') && part.checkVisibility())
    return `${control === document.activeElement ? '→ ' : ''}${label}: ${sentence?.textContent ?? 'NOT SAID'}`
  })
}

/** Presses the button and expects these fields to be invalid, the first of them focused. */
async function expectTied(form: Locator, button: string, wrong: readonly string[]): Promise<void> {
  await form.page().getByRole('button', { name: button, exact: true }).click()
  const [first, ...rest] = wrong
  await expect.poll(() => form.evaluate(tiedSentences), button).toEqual([`→ ${first}`, ...rest])
}

const main = (page: Page) => page.locator('#main')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

test('before sign-in, each invalid field is announced with its error, and the first has the focus @desktop', async ({
  page,
}) => {
  await page.goto('/login')
  const noEmail = 'Email: Please enter your email'
  const noPassword = 'Password: Please enter a password'
  await expectTied(main(page), 'Login', [noEmail, 'Password: Please enter your password'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectSoundInBothLights(page, 'login with sentences')
  await page.getByRole('link', { name: 'Create account' }).click()
  await expectTied(main(page), 'Create account', ['Name: Please enter your name', noEmail, noPassword])
  await expectSoundInBothLights(page, 'create account with sentences')
  await page.goto('/nowhere')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expectSoundInBothLights(page, 'not found')
  await page.goto('/forgot-password')
  await expectTied(main(page), 'Email me a link', [noEmail])
  await page.goto('/reset-password#a-token-that-nobody-gave')
  await expectTied(main(page), 'Set new password', ['New password: Please enter a password'])
  await page.goto('/shop-registration')
  await page.getByLabel('Monday Closing Hour').fill('01:00')
  await page.getByLabel('Payment Method').selectOption('PayPal')
  await page.getByLabel('PayPal Email').fill('nowhere')
  await expectTied(main(page), 'Register Shop', [
    'Business Name: Business name is required',
    'Address: Address is required',
    'Monday Closing Hour: Closing Hour must be after Opening Hour',
    'PayPal Email: Please enter a valid email address',
    noEmail,
    noPassword,
  ])
})

test.describe(() => {
  // The page's Trusted Types policy rejects HTML strings, and this test inserts one.
  test.use({ bypassCSP: true })
  test('pages without JavaScript pass axe @desktop @whole', async ({ page }) => {
    const written = await (await page.request.get('/scheduler')).text()
    // axe is a script itself, so the noscript content is inserted as a normal element.
    const shown = written.replaceAll('noscript', 'section').replaceAll(/<script[^]*?<\/script>/g, '')
    await page.goto('/nowhere')
    await page.setContent(shown)
    await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible()
    await expectSoundInBothLights(page, 'without JavaScript')
  })
})

test('in the booking and the account, each invalid field is announced with its error, and the first has the focus @desktop', async ({
  page,
}) => {
  await signUp(page)
  await goToPayment(page)
  await expectCardField(page)
  await page.getByLabel('Full Name').fill(' ')
  await page.getByLabel('Email for Receipt').fill('nowhere')
  await expectTied(main(page), 'Secure Appointment', [
    'Full Name: Please enter your full name',
    'Phone Number: Please enter a valid 10-digit phone number',
    'Email for Receipt: Please enter a valid email address',
  ])
  await page.goto('/scheduler?step=vehicle')
  await page.getByLabel('Vehicle VIN').fill('SHORT')
  await expectTied(main(page), 'Continue to Package Selection', [
    'Vehicle VIN: Please enter a valid 17-character VIN',
  ])

  await page.goto('/account')
  await region(page, 'Profile').getByLabel('Display name').fill('')
  await region(page, 'Profile').getByLabel('Photo address').fill('nowhere')
  await expectTied(region(page, 'Profile'), 'Save profile', [
    'Display name: Please enter your name',
    'Photo address: Please enter an address that begins with https://',
  ])
  await expectTied(region(page, 'Password'), 'Change password', [
    'Current password: Please enter your password',
    'New password: Please enter a password',
  ])
  await region(page, 'Second factor').getByRole('button', { name: 'Set up' }).click()
  await expectTied(region(page, 'Second factor'), 'Continue', ['Your password: Please enter your password'])
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const email = await page.getByRole('dialog').locator('bdi').textContent()
  await expectTied(page.getByRole('dialog'), 'Delete my account', [
    `Type ${email} to confirm: Please type ${email}`,
    'Your password: Please enter your password',
  ])
})

test('on the staff pages, each invalid field is announced with its error, and the first has the focus @desktop', async ({
  page,
  product,
}) => {
  await withOpenShop(product, {}, async ({ shop }) => {
    await enter(page, product, shop, '/admin?view=shop')
    await page.getByLabel('Business Name').fill(' ')
    await page.getByLabel('Address', { exact: true }).fill('')
    await expectTied(form(page, 'Name and place'), 'Save name and place', [
      'Business Name: Business name is required',
      'Address: Address is required',
    ])
    await page.getByLabel('Monday Closing Hour').fill('01:00')
    await page.getByLabel('Friday Opening Hour').fill('')
    await expectTied(form(page, 'Business Hours'), 'Save hours', [
      'Monday Closing Hour: Closing Hour must be after Opening Hour',
      'Friday Opening Hour: Please enter a time like 09:00',
    ])
    await page.getByLabel('Reason').fill('Fair')
    await expectTied(form(page, 'Add a closure'), 'Add closure', [
      'First Day: Please choose a day',
      'Last Day: Please choose a day',
    ])
    await page.getByLabel('New Bay').fill(' ')
    await expectTied(form(page, 'Add a bay'), 'Add bay', ['New Bay: Please name the bay'])
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('New name').fill('')
    await expectTied(form(page, 'Rename Bay 1'), 'Save name', ['New name: Please name the bay'])
    await page.getByLabel('Payment Method').selectOption('PayPal')
    await page.getByLabel('PayPal Email').fill('nowhere')
    await expectTied(form(page, 'Payout'), 'Save payout', [
      'PayPal Email: Please enter a valid email address',
    ])
  })
  await enter(page, product, await signInAdministrator(product), '/admin')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Start Date & Time').fill('2030-01-02T10:00')
  await page.getByLabel('End Date & Time').fill('2030-01-01T10:00')
  // Nothing is sent here: the error appears while typing.
  await expect
    .poll(() => page.getByRole('search', { name: 'Filters' }).evaluate(tiedSentences))
    .toEqual(['→ End Date & Time: The end is before the start'])
})
