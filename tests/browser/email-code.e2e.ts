import type { Locator, Page } from '@playwright/test'
import { newEmail } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { expectSound } from './expect-sound.ts'
import { mailedCode } from './mailed-links.ts'

function openForm(page: Page) {
  const form = page.getByRole('main')
  return {
    form,
    email: form.getByLabel('Email'),
    code: form.getByLabel('Enter the code we emailed to'),
    send: form.getByRole('button', { name: 'Continue with email' }),
    alert: form.getByRole('alert'),
  }
}

async function centerOf(control: Locator): Promise<{ x: number; y: number }> {
  const box = await control.boundingBox()
  if (!box) throw new Error('The control is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a new customer signs in with a mailed code, after a reload, a wrong code and no connection @phone', async ({
  page,
  context,
  product,
}) => {
  const address = newEmail()
  const { form, email, code, send, alert } = openForm(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with email' }).click()
  await send.click()
  await expect(email).toHaveAccessibleDescription('Please enter your email')
  await email.fill(address)
  await context.setOffline(true)
  await email.press('Enter')
  await expect(alert).toHaveText('No connection. Please check your network and try again.')
  await context.setOffline(false)
  await expectSound(page, 'continue with email')
  const { x, y } = await centerOf(send)
  await page.mouse.click(x, y)
  await expect(code).toBeFocused()
  // The second click of a double click, which comes after the code took the button's place.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(code).toBeFocused()
  await expect(form.getByText(address)).toBeVisible()
  await expect(form.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()
  await expectSound(page, 'enter the code')

  const mailed = await mailedCode(product, address)
  await page.reload()
  await expect(form.getByText(address)).toBeVisible()
  await code.fill('12')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(/Enter the 6 digits from the email/)
  const wrong = mailed === '000000' ? '000001' : '000000'
  await code.fill(wrong)
  await expect(code).toHaveAccessibleDescription(
    /That code isn’t right. Check the newest email and try again./,
  )
  await expect(code).toBeFocused()

  // The wrong code is selected, so a paste replaces it. The sixth digit submits.
  await code.fill(`${mailed.slice(0, 3)} ${mailed.slice(3)}`)
  await expect(page.getByText('Welcome!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByLabel('Display name')).toHaveValue('')
  await expectSound(page, 'an account without a name')
})

test('another email starts over, and a dead code asks for a new one @phone @whole', async ({
  page,
  product,
}) => {
  const address = newEmail()
  const { form, email, code, send } = openForm(page)
  await page.clock.install()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with email' }).click()
  await email.fill(`typo-${address}`)
  await send.click()
  await form.getByRole('button', { name: 'Use a different email' }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue(`typo-${address}`)
  await email.fill(address)
  await send.click()
  const first = await mailedCode(product, address)
  const wrong = first === '000000' ? '000001' : '000000'
  for (let count = 0; count < 5; count++) {
    await code.fill('')
    await code.fill(wrong)
    const said = count < 4 ? /That code isn’t right/ : /Too many wrong codes. Send a new one./
    await expect(code).toHaveAccessibleDescription(said)
  }
  await page.clock.fastForward(31_000)
  await form.getByRole('button', { name: 'Send a new code', exact: true }).click()
  await expect(form.getByText('We sent a new code. Only the newest one works here.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(await mailedCode(product, address, 2))
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})
