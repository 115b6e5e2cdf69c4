import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { goodPassword, send, signUp as signUpByProgram, type Person } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { signUp } from './customer-journey.ts'
import { bookableDays, bookAt, enter, withOpenShop } from './shop-people.ts'

const data = (page: Page) => page.getByRole('region', { name: 'Your data' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' })

async function fillAndDelete(page: Page, email: string, password: string): Promise<void> {
  await dialog(page).getByLabel(`Type ${email} to confirm`).fill(email)
  await dialog(page).getByLabel('Your password').fill(password)
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click()
}

/** Opens the account page as this user and answers the deletion dialog. */
async function askToDelete(page: Page, product: Product, person: Person): Promise<void> {
  await enter(page, product, person, '/account')
  await data(page).getByRole('button', { name: 'Delete my account' }).click()
  await fillAndDelete(page, person.email, goodPassword)
}

test('personal data download as a file with the entered data @desktop', async ({ page }) => {
  const customer = await signUp(page)
  await page.getByRole('link', { name: 'Your account' }).click()
  const downloading = page.waitForEvent('download')
  await data(page).getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^dashfit-data-\d{4}-\d\d-\d\d\.json$/)
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file.profile).toMatchObject({ name: customer.name, email: customer.email })
})

test('a refused download says why and when to try again, and the page stays @desktop', async ({ page }) => {
  await signUp(page)
  await page.getByRole('link', { name: 'Your account' }).click()
  const statuses = await page.evaluate(async () => {
    const answers = Array.from({ length: 21 }, () => fetch('/api/account/data').then(({ status }) => status))
    return Promise.all(answers)
  })
  expect(statuses).toContain(429)
  await data(page).getByRole('button', { name: 'Download my data' }).click()
  const refusal = data(page).getByRole('alert')
  await expect(refusal).toContainText('Too many attempts.')
  await expect(refusal).toContainText(/You can try again (at|on|in) /)
  await expect(page).toHaveURL(/\/account$/)
  await expect(data(page).getByRole('button', { name: 'Download my data' })).toBeEnabled()
})

test('the account is deleted after its address and password, and every session ends @phone', async ({
  page,
  product,
}) => {
  const customer = await signUp(page)
  await page.getByRole('link', { name: 'Your account' }).click()
  await data(page).getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Keep my account' })).toBeFocused()
  await expect(dialog(page)).toContainText('What we delete')
  await expect(dialog(page)).toContainText('What we keep')
  const confirm = dialog(page).getByRole('button', { name: 'Delete my account' })
  await confirm.click()
  await expect(dialog(page).getByText(`Please type ${customer.email}`)).toBeVisible()
  await expect(dialog(page).getByText('Please enter your password')).toBeVisible()
  await fillAndDelete(page, customer.email, 'not my password')
  await expect(dialog(page).getByText('That’s not your password.')).toBeVisible()
  await dialog(page).getByLabel('Your password').fill(customer.password)
  await confirm.click()
  await expect(page.getByText('Account deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upgrade Your Driving Experience' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userType'))).toBeNull()
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  const again = await send(product, 'POST', '/api/auth/sign-in/email', {
    body: { email: customer.email, password: customer.password },
  })
  expect(again.status).toBe(401)
})

test('closing the dialog deletes nothing @desktop @whole', async ({ page, product }) => {
  const person = await signUpByProgram(product)
  await enter(page, product, person, '/account')
  const ask = data(page).getByRole('button', { name: 'Delete my account' })
  await ask.click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(ask).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog(page)).toBeHidden()
  expect((await person.get('/api/account')).status).toBe(200)
})

test('an upcoming appointment blocks the deletion with a reason, until it is cancelled @desktop', async ({
  page,
  product,
}) => {
  const [day = ''] = (await bookableDays(product)).slice(-1)
  await withOpenShop(product, {}, async ({ shopId }) => {
    const { customer, id } = await bookAt(product, { shopId, date: `${day} 09:00` })
    await askToDelete(page, product, customer)
    await expect(dialog(page).getByRole('alert')).toContainText('Cancel it first')
    expect((await customer.patch(`/api/appointments/${id}`, { status: 'cancelled' })).status).toBe(200)
    await dialog(page).getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('Account deleted')).toBeVisible()
  })
})

test('a shop reads the consequences and its earnings @desktop @whole', async ({ page, product }) => {
  await withOpenShop(product, {}, async ({ shop, shopId, administrator }) => {
    await enter(page, product, shop, '/account')
    await data(page).getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog(page)).toContainText('your payout details are deleted')
    await askToDelete(page, product, shop)
    await expect(page.getByText('Account deleted')).toBeVisible()
    const { body } = await administrator.get(`/api/admin/shops/${shopId}`)
    expect(body).toMatchObject({ status: 'suspended', ownerEmail: null })
  })
})
