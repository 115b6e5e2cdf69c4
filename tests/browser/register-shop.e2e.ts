import type { Locator, Page } from '@playwright/test'
import { goodPassword, newEmail, registerShop, registrationOf } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { tellSandbox } from './booked-customer.ts'
import { dismissToast } from './customer-journey.ts'
import { expectSoundAtEachWidth } from './expect-sound.ts'
import { enter } from './shop-people.ts'

const found = '100 Colorado Boulevard, Pasadena, CA 91105'

async function openForm(page: Page): Promise<void> {
  await page.goto('/shop-registration')
  await expect(page.getByRole('heading', { name: 'Auto Shop Registration' })).toBeVisible()
  // The policy has its own request; the form knows it from here on.
  await expect(page.getByText('10 to 128 characters')).toBeVisible()
}

async function fillForm(page: Page, email = newEmail()): Promise<string> {
  await page.getByLabel('Business Name').fill('Second Gear')
  await page.getByLabel('Address').fill(found)
  await page.getByLabel('Payment Method').selectOption('ACH Direct Deposit')
  await page.getByLabel('Routing Number').fill('021000021')
  await page.getByLabel('Account Number').fill('000123456789')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  return email
}

function registerButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Register Shop' })
}

async function expectPending(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByText('Confirm your email first.')).toBeVisible()
}

/** The error shows in the alert above the button and at the field, with a toast. */
async function expectRefused(page: Page, field: Locator, sentence: string, inAlert = sentence) {
  await expect(page.getByRole('form').getByRole('alert')).toHaveText(inAlert)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
  await expect(field).toBeFocused()
  const notice = page.getByRole('alert').filter({ hasText: 'Failed to register shop. Please try again.' })
  await expect(notice).toContainText('Error')
  await dismissToast(page)
}

test('a shop finds the registration, joins, and stands at its appointments, waiting for approval @whole-desktop', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Register your shop' }).click()
  await expect(page).toHaveURL(/\/shop-registration$/)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Register your shop' }).click()
  const email = await fillForm(page)
  await expect(page.getByText(/Found: .*Pasadena/)).toBeVisible()
  await registerButton(page).click()
  await expect(page.getByText('Shop registered successfully')).toBeVisible()
  await expectPending(page)
  expect(await page.evaluate(() => localStorage.getItem('userType'))).toBe('shop')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Second Gear')
  await page.goto('/shop-registration')
  await expectPending(page)
  await expect(page.getByText(`We emailed a link to ${email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText(`We emailed a new link to ${email}.`)).toBeVisible()
})

test('each missing or invalid input shows in the alert and at its field, one after the other @desktop', async ({
  page,
}) => {
  await openForm(page)
  const [name, address] = [page.getByLabel('Business Name'), page.getByLabel('Address')]
  const press = () => registerButton(page).click()

  await press()
  await expectRefused(page, name, 'Business name is required')
  await name.fill('Second Gear')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')

  await press()
  await expectRefused(page, address, 'Address is required')
  await address.fill(found)

  const closing = page.getByLabel('Tuesday Closing Hour')
  await closing.fill('08:59')
  await press()
  const late = 'Closing Hour must be after Opening Hour'
  await expectRefused(page, closing, late, `Tuesday: ${late}`)
  await closing.fill('')
  await press()
  await expectRefused(
    page,
    closing,
    'Please enter a time like 09:00',
    'Tuesday: Please enter a time like 09:00',
  )
  await closing.fill('17:00')

  await press()
  const method = page.getByLabel('Payment Method')
  await expectRefused(page, method, 'Please choose a payment method')
  await method.selectOption('PayPal')
  await page.getByLabel('PayPal Email').fill('not an address')
  await press()
  await expectRefused(page, page.getByLabel('PayPal Email'), 'Please enter a valid email address')
  await page.getByLabel('PayPal Email').fill('payout@example.test')

  const email = page.getByLabel('Email', { exact: true })
  await email.fill('not an address')
  await press()
  await expectRefused(page, email, 'Please enter a valid email address')
  await email.fill(newEmail())

  const password = page.getByLabel('Password', { exact: true })
  await press()
  await expectRefused(page, password, 'Please enter a password')
  await password.fill('short')
  await press()
  await expectRefused(page, password, 'Please use at least 10 characters.')
  // A refusal of the server shows at the same field.
  await password.fill('password1234')
  await press()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await dismissToast(page)
  await password.fill(goodPassword)
  await press()
  await expectPending(page)
})

test('a closed day has no times, the others copy Monday, and the shop has this week afterwards @desktop', async ({
  page,
}) => {
  await openForm(page)
  await fillForm(page)
  // The lookup's result moves the content below, also under a pending click.
  await expect(page.getByText(/Found: .*Pasadena/)).toBeVisible()
  // Weekends are not sold, so they begin closed.
  await expect(page.getByRole('switch', { name: 'Sunday' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'Saturday' }).check()
  await expect(page.getByLabel('Sunday Opening Hour')).toBeDisabled()
  await expect(page.getByLabel('Sunday Closing Hour')).toBeDisabled()
  await page.getByLabel('Monday Opening Hour').fill('10:00')
  await page.getByLabel('Monday Closing Hour').fill('18:30')
  await page.getByRole('button', { name: 'Copy Monday to all open days' }).click()
  await expect(page.getByLabel('Saturday Closing Hour')).toHaveValue('18:30')
  await expect(page.getByLabel('Sunday Closing Hour')).toHaveValue('17:00')
  await registerButton(page).click()
  await expectPending(page)

  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(page.getByLabel('Friday Opening Hour')).toHaveValue('10:00')
  await expect(page.getByLabel('Friday Closing Hour')).toHaveValue('18:30')
  await expect(page.getByRole('switch', { name: 'Sunday' })).not.toBeChecked()
  await expect(page.getByText('ends in 6789')).toBeVisible()
})

test('another payment method clears the account details @desktop @whole', async ({ page }) => {
  await openForm(page)
  const method = page.getByLabel('Payment Method')
  await method.selectOption('ACH Direct Deposit')
  await page.getByLabel('Account Number').fill('000123456789')
  await method.selectOption('Venmo')
  await expect(page.getByLabel('Account Number')).toHaveCount(0)
  await page.getByLabel('Venmo Username').fill('second-gear')
  await method.selectOption('ACH Direct Deposit')
  await expect(page.getByLabel('Account Number')).toHaveValue('')
})

test('an email in use is refused, and all inputs are kept @desktop', async ({ page, product }) => {
  const taken = (await registerShop(product)).email
  await openForm(page)
  await fillForm(page, taken)
  await registerButton(page).click()
  await expectRefused(
    page,
    page.getByLabel('Email', { exact: true }),
    'A shop cannot be registered with this email.',
    'A shop cannot be registered with this email. If you already have an account, please sign in.',
  )
  await expect(page.getByLabel('Business Name')).toHaveValue('Second Gear')
  await expect(page.getByLabel('Account Number')).toHaveValue('000123456789')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(goodPassword)
})

test('an unknown address shows at once, and is refused by the server @desktop', async ({ page }) => {
  await openForm(page)
  await fillForm(page)
  const address = page.getByLabel('Address')
  await address.fill('Nowhere at all')
  await address.blur()
  await expect(page.getByText('Address not found. Please check it, with city and state.')).toBeVisible()
  await registerButton(page).click()
  await expectRefused(
    page,
    address,
    'Address not found.',
    'Address not found. Please check it, with city and state.',
  )
  await address.fill(found)
  await registerButton(page).click()
  await expectPending(page)
})

test('an address that is found only roughly says so, with the words of the match @desktop @whole', async ({
  page,
}) => {
  await openForm(page)
  await fillForm(page)
  const address = page.getByLabel('Address')
  await address.fill('4521 Lankershim Blvd, North Hollywood, CA 91602')
  await address.blur()
  await expect(
    page.getByText(/Approximate match: check the pin\. We only found CA 91602, USA\./),
  ).toBeVisible()
  await expect(page.getByText(/^Found: /)).toHaveCount(0)
  await registerButton(page).click()
  await expectPending(page)
  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(page.getByText(/Approximate match/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check the pin on a map' })).toHaveAttribute('href', /google/)
})

test('the alert goes with the first edit after it @desktop @whole', async ({ page }) => {
  await openForm(page)
  await registerButton(page).click()
  const alert = page.getByRole('form').getByRole('alert')
  await expect(alert).toHaveText('Business name is required')
  await page.getByLabel('Business Name').fill('Second Gear')
  await expect(alert).toHaveCount(0)
})

test('with the maps provider down a shop registers all the same, and is located later @desktop @whole', async ({
  page,
  product,
}) => {
  await tellSandbox(product, 'maps', { mode: 'down' })
  try {
    await openForm(page)
    await fillForm(page)
    // The product keeps the places that it found for other tests.
    const address = page.getByLabel('Address')
    await address.fill(found.replace('100', '150'))
    await address.blur()
    await expect(page.getByText('Geocoding failed. You can continue anyway.')).toBeVisible()
    await registerButton(page).click()
    await dismissToast(page)
    await expectPending(page)
    await page.getByRole('link', { name: 'Shop', exact: true }).click()
    await expect(page.getByText('Not located yet')).toBeVisible()
  } finally {
    await tellSandbox(product, 'maps', { mode: 'normal' })
  }
  await page.getByRole('button', { name: 'Look it up again' }).click()
  await expect(page.getByText('Address located')).toBeVisible()
  await expect(page.getByText(/^Located at \d/)).toBeVisible()
})

test('a reload keeps the inputs except the password and the account details @desktop @whole', async ({
  page,
}) => {
  await openForm(page)
  const email = await fillForm(page)
  await page.getByLabel('Monday Closing Hour').fill('15:00')
  await page.reload()
  await expect(page.getByLabel('Business Name')).toHaveValue('Second Gear')
  await expect(page.getByLabel('Monday Closing Hour')).toHaveValue('15:00')
  await expect(page.getByLabel('Payment Method')).toHaveValue('ACH Direct Deposit')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Account Number')).toHaveValue('')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(kept).not.toContain(goodPassword)
  expect(kept).not.toContain('000123456789')
})

test('a second press while it registers sends nothing more @desktop @whole', async ({ page }) => {
  await openForm(page)
  await fillForm(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/register-shop')) sent += 1
  })
  await registerButton(page).dblclick()
  await expectPending(page)
  expect(sent).toBe(1)
})

test('a name of letters from everywhere, with tags in it, is text wherever it appears @desktop @whole', async ({
  page,
  product,
}) => {
  const name = '<img src=x onerror="window.hit=1"> מוסך & "כל" 🚗 مرآب'
  const reason = '<script>window.hit=1</script> חג'
  const shop = await registerShop(product, registrationOf({ businessName: name }))
  await enter(page, product, shop, '/admin?view=shop')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByLabel('First Day').fill('2099-12-24')
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Add closure' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: reason })).toBeVisible()
  await page.getByLabel('New Bay').fill(name.slice(0, 40))
  await page.getByRole('button', { name: 'Add bay' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name.slice(0, 40) })).toBeVisible()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
})

test('the registration passes axe, empty and with every field wrong', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openForm(page)
  await expectSoundAtEachWidth(page, 'empty registration')
  await page.getByLabel('Payment Method').selectOption('ACH Direct Deposit')
  await page.getByRole('switch', { name: 'Sunday' }).uncheck()
  await page.getByLabel('Monday Closing Hour').fill('01:00')
  await registerButton(page).click()
  await dismissToast(page)
  await expectSoundAtEachWidth(page, 'refused registration')
})
