import type { Page } from '@playwright/test'
import { expect, testWithTurnedClock as test } from '../support/product-fixture.ts'
import type { Product } from '../support/start-product.ts'
import { answerBank, paymentsOf, signUpBooked, tellSandbox, type Booked } from './booked-customer.ts'
import { cards, fillCard } from './customer-journey.ts'
import { expectSound } from './expect-sound.ts'

type Mail = { subject: string; text: string }

async function findLink(product: Product, email: string): Promise<string | null> {
  const answer = await fetch(`${product.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(email)}`)
  const mails = (await answer.json()) as Mail[]
  const mail = mails.find(({ subject }) => /confirm your card/i.test(subject))
  return /\S+\/confirm-card#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? null
}

async function turnClockTo(product: Product, instant: number): Promise<void> {
  const { now } = (await (await fetch(`${product.url}/api/config`)).json()) as { now: string }
  const advanceSeconds = Math.ceil((instant - Date.parse(now)) / 1000)
  await tellSandbox(product, 'clock', { advanceSeconds })
}

/** The link in the mail about a hold that could not be renewed without the customer. */
async function receiveLink(page: Page, product: Product): Promise<{ booked: Booked; link: string }> {
  const booked = await signUpBooked(page, product, { card: 'pm_card_authenticationRequired', day: 'last' })
  // 70 hours before the start, with either offset of the zone.
  await turnClockTo(product, Date.parse(`${booked.date}:00-07:00`) - 70 * 3_600_000)
  let link: string | null = null
  await expect
    .poll(async () => (link = await findLink(product, booked.customer.email)), { timeout: 20_000 })
    .not.toBeNull()
  return { booked, link: link ?? '' }
}

function confirmButton(page: Page) {
  return page.getByRole('button', { name: 'Confirm this card' })
}

async function expectHeld(page: Page, product: Product, { id }: Booked): Promise<void> {
  await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeFocused({
    timeout: 20_000,
  })
  await expect(page.getByText(/Your card is held until \w{3} \d+\. You’re charged after/)).toBeVisible()
  const held = (await paymentsOf(product, id)).filter(({ status }) => status === 'requires_capture')
  expect(held).toHaveLength(1)
}

test('the mailed link confirms the saved card with the bank without a sign-in @phone', async ({
  page,
  product,
}) => {
  const { booked, link } = await receiveLink(page, product)
  await page.context().clearCookies()
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(link)
  await expect(page.getByText('Visa ending in 3184')).toBeVisible()
  await expect(page.getByText('You’re not charged now')).toBeVisible()
  const summary = page.getByRole('region', { name: 'Appointment Summary' })
  await expect(summary).toContainText('Smart Connect Premium')
  await expect(summary).toContainText('$799')
  await expect(summary).toContainText('2013 BMW X5')
  // The token is in neither the address nor the history, and no third-party script ran beside it.
  await expect(page).toHaveURL(`${product.url}/confirm-card`)
  expect(scripts.filter((url) => !url.startsWith(product.url))).toEqual([])
  await page.reload()

  await confirmButton(page).click()
  await answerBank(page, 'Fail')
  await expect(page.getByText(/unable to authenticate your payment method/i)).toBeVisible()

  await confirmButton(page).dblclick()
  await answerBank(page, 'Complete')
  await expectHeld(page, product, booked)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Nothing to do, you’re all set' })).toBeVisible()
})

test('another card is confirmed, and a refusal shows under it @desktop', async ({ page, product }) => {
  const { booked, link } = await receiveLink(page, product)
  await page.goto(link)
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByText('By tapping Confirm this card, you authorize')).toBeVisible()
  await fillCard(page, cards.declined)
  await confirmButton(page).click()
  await expect(page.getByRole('group', { name: 'Card Details' })).toHaveAccessibleDescription(
    'Your card was declined. Please check its details, or use another card.',
  )
  await expect(
    page
      .frameLocator('iframe[title="Secure card payment input frame"]')
      .getByLabel('Credit or debit card number'),
  ).toBeFocused()

  await page.context().setOffline(true)
  await fillCard(page, cards.approved)
  await confirmButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible()
  await page.context().setOffline(false)
  await confirmButton(page).click()
  await expectHeld(page, product, booked)
})

test('My Appointments asks for the card and links to the same page; after a cancellation the link is invalid @desktop', async ({
  page,
  product,
}) => {
  const { link } = await receiveLink(page, product)
  await page.goto('/appointments')
  const card = page.getByRole('article')
  await expect(card).toContainText('Confirm your card')
  await expect(card).toContainText('Card to confirm')
  await expect(card).not.toContainText('Scheduled')
  // The request comes first on the card, above its heading and picture.
  await expect(card.locator('a, h3').first()).toHaveText('Confirm your card')
  await card.getByRole('link', { name: 'Confirm your card' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your card' })).toBeVisible()
  await expect(confirmButton(page)).toBeVisible()

  await page.goto('/appointments')
  await card.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'Nothing is held on your card right now, and you weren’t charged.',
  )
  await page.getByRole('button', { name: 'Cancel appointment', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Cancelled' }).getByRole('article')).toHaveCount(1)
  await page.goto(link)
  await expect(page.getByRole('alert').filter({ hasText: 'This link is no longer valid.' })).toBeFocused()
})

test('the page passes axe: the saved card, another one, a refusal, and the end', async ({
  page,
  product,
}) => {
  const expectSoundAtEachWidth = async (screen: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectSound(page, `${screen} in ${colorScheme}`)
    }
  }
  const { link } = await receiveLink(page, product)
  await page.goto('/appointments')
  await expect(page.getByRole('link', { name: 'Confirm your card' })).toBeVisible()
  await expectSoundAtEachWidth('list')
  await page.goto(link)
  await expect(confirmButton(page)).toBeVisible()
  await expectSoundAtEachWidth('saved card')
  await page.getByRole('button', { name: 'Use another card' }).click()
  await fillCard(page, cards.declined)
  await confirmButton(page).click()
  await expect(page.getByText('Your card was declined. Please check')).toBeVisible()
  await expectSoundAtEachWidth('another card, declined')
  await fillCard(page, cards.approved)
  await confirmButton(page).click()
  await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible()
  await expectSoundAtEachWidth('held')
  // Another link in the same tab: only what stands after the # is new.
  await page.goto('/confirm-card#not-a-token')
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  await expectSoundAtEachWidth('link not valid')
})

test('a link that was never ours, or has lost its end, says so and leads on @phone @whole', async ({
  page,
}) => {
  await page.goto('/confirm-card#not-a-token')
  await expect(page.getByRole('alert').filter({ hasText: 'This link is no longer valid.' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Open My Appointments' })).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/')
  await page.goto('/confirm-card')
  await expect(page.getByText('Open this page with the link from our email.')).toBeVisible()
})
