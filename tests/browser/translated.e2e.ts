import type { Page } from '@playwright/test'
import { expect } from '../support/product-fixture.ts'
import {
  cards,
  chooseFreeTime,
  chooseNewTime,
  choosePackage,
  chooseVehicle,
  confirmTime,
  expectConfirmed,
  fillPayment,
  secureButton,
  selectPackage,
  signUp,
  timeRadios,
} from './customer-journey.ts'
import { agreeToCharge, book, searchFor, signInAsStaff, test } from './staff-journey.ts'

/**
 * Translates the page as a browser does, now and after each change: each text node is replaced by elements
 * with the translation. The words stay, so that the page can be compared with the untranslated one.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translateIn = (root: Node) => {
      const texts: Node[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        if (!text.parentElement?.closest('font, script, style, textarea, option, svg')) texts.push(text)
      for (const text of texts) {
        const font = document.createElement('font')
        font.append(document.createElement('font'))
        font.firstElementChild?.append(text.textContent ?? '')
        text.parentNode?.replaceChild(font, text)
      }
    }
    translateIn(document.body)
    new MutationObserver(() => translateIn(document.body)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
}

function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('main')?.innerText.replaceAll(/\s+/g, ' ').trim() ?? '')
}

/** The words once the lazy parts of the page are drawn: they are the same for a second. */
async function settledWordsOf(page: Page): Promise<string> {
  let words = ''
  const isUnchanged = async () => {
    const before = words
    words = await wordsOf(page)
    return words === before
  }
  await expect.poll(isUnchanged, { intervals: [1000] }).toBe(true)
  return words
}

/** The translated page says what it says untranslated, after a reload. Translates it again. */
async function expectSameUntranslated(page: Page): Promise<void> {
  const translated = await settledWordsOf(page)
  await page.reload()
  await expect.poll(() => wordsOf(page)).toBe(translated)
  await translate(page)
}

function watchForErrors(page: Page): Error[] {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  return errors
}

test('a page translated by the browser follows every change of an appointment @desktop', async ({ page }) => {
  const errors = watchForErrors(page)
  await signUp(page)
  await translate(page)
  await chooseVehicle(page)
  await choosePackage(page)
  await chooseFreeTime(page)
  const summary = page.getByRole('region', { name: 'Appointment Summary' })
  const free = timeRadios(page).and(page.getByRole('radio', { disabled: false }))
  const timeInSummary = async () => /\d+:00 [AP]M/.exec((await summary.textContent()) ?? '')?.[0] ?? ''
  await expect.poll(timeInSummary).not.toBe('')
  const before = await timeInSummary()
  await free.last().check()
  await expect.poll(timeInSummary).not.toBe(before)
  const chosen = await timeInSummary()
  await confirmTime(page)
  expect(await timeInSummary()).toBe(chosen)
  await fillPayment(page, cards.declined)
  await secureButton(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await fillPayment(page, cards.approved)
  await secureButton(page).click()
  await expectConfirmed(page)
  await expectSameUntranslated(page)
  await page.getByRole('link', { name: 'See my appointments' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await expectSameUntranslated(page)

  await page.getByRole('button', { name: 'Reschedule' }).click()
  await chooseNewTime(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Appointment rescheduled')).toBeVisible()
  await expectSameUntranslated(page)
  await page.getByRole('button', { name: 'Change Package' }).click()
  await selectPackage(page, 'Smart Connect Essential')
  await page.getByRole('button', { name: 'Agree and Change' }).click()
  await expect(page.getByText('Package changed')).toBeVisible()
  await expectSameUntranslated(page)
  await page.getByRole('button', { name: 'Cancel Appointment' }).click()
  await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Cancelled' })).toBeVisible()
  await expectSameUntranslated(page)
  expect(errors).toEqual([])
})

test('a translated Appointment Management follows filters, dialogs, captures and cancellations @desktop', async ({
  page,
  product,
}) => {
  const errors = watchForErrors(page)
  const [captured, cancelled] = [await book(product), await book(product)]
  await signInAsStaff(page)
  await translate(page)
  for (const [job, action, done] of [
    [captured, 'Capture Payment', 'Completed'],
    [cancelled, 'Cancel appointment', 'Cancelled'],
  ] as const) {
    const row = await searchFor(page, job)
    await row.getByRole('button', { name: /, details$/ }).click()
    const details = page.getByRole('dialog', { name: 'Appointment Details' })
    await expect(details).toContainText(job.email)
    await details.getByRole('button', { name: action, exact: true }).click()
    if (action === 'Capture Payment') await agreeToCharge(page)
    if (action === 'Cancel appointment')
      await page
        .getByRole('dialog', { name: 'Cancel this appointment?' })
        .getByRole('button', { name: action })
        .click()
    await expect(page.getByRole('dialog').getByText(done, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(row).toContainText(done)
    await expectSameUntranslated(page)
  }
  for (const view of ['Board', 'Overview', 'Shops', 'Appointments']) {
    await page.getByRole('link', { name: view, exact: true }).click()
    await expect(page.getByRole('main').locator('[data-loading]')).toHaveCount(0)
  }
  expect(errors).toEqual([])
})
