import { expect, test } from '../support/product-fixture.ts'
import { answerBank } from './booked-customer.ts'
import {
  cards,
  expectConfirmed,
  fillPayment,
  goToPayment,
  secureButton,
  signUpOnScreen,
} from './customer-journey.ts'

/** What a browser does whose settings forbid a page to store anything but cookies. */
function refuseStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'BroadcastChannel'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
}

/** What a browser does whose storage is full or of no size: reading works, and finds nothing. */
function refuseWriting(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

/** What an embedded browser does without storage. */
function haveNoStorage(): void {
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null })
}

for (const [how, refuse] of [
  ['forbidden', refuseStorage],
  ['full', refuseWriting],
  ['absent', haveNoStorage],
] as const)
  test(`with storage that is ${how} an appointment is booked, confirmed and listed @phone`, async ({
    page,
  }) => {
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    await page.addInitScript(refuse)
    await signUpOnScreen(page)
    await goToPayment(page)
    await fillPayment(page, cards.asksTheBank)
    await secureButton(page).click()
    await answerBank(page, 'Complete')
    await expectConfirmed(page)
    await page.getByRole('link', { name: 'See my appointments' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    expect(problems).toEqual([])
  })
