import type { Page } from '@playwright/test'
import { newEmail, signUp } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { socialAt, type SocialProvider } from '../support/social.ts'
import type { Product } from '../support/start-product.ts'
import {
  chooseAccount,
  expectProblem,
  newSocialPerson,
  openLogin,
  openWindow,
  socialButton,
} from './social-people.ts'

const google = 'An error occurred during Google authentication.'
const facebook = 'An error occurred during Facebook authentication. Please try again later.'
const notWhitelisted =
  "Facebook login is not properly configured. Please ensure you have whitelisted this application's domain in your Facebook Developer Console."
const otherAccount =
  'You already have an account with this email. Sign in the way you did before, then link this sign-in on your account page.'
const noEmail =
  'No email address came with this sign-in. Please share one, or create an account with email and password.'

/** Each mode of the providers with its message, and whether the account chooser comes first. */
const badDays: Record<SocialProvider, { mode: string; chooses: boolean; sentence: string }[]> = {
  google: [
    { mode: 'server_error', chooses: false, sentence: google },
    { mode: 'wrong_signature', chooses: true, sentence: google },
    { mode: 'exchange_down', chooses: true, sentence: 'We couldn’t reach Google. Try again.' },
    { mode: 'not_enabled', chooses: false, sentence: 'Google sign-in is not enabled.' },
  ],
  facebook: [
    { mode: 'server_error', chooses: false, sentence: facebook },
    { mode: 'exchange_down', chooses: true, sentence: 'We couldn’t reach Facebook. Try again.' },
    {
      mode: 'domain_not_configured',
      chooses: false,
      sentence: 'Facebook sign-in isn’t set up for this site. Sign in another way.',
    },
    { mode: 'not_whitelisted', chooses: false, sentence: notWhitelisted },
    { mode: 'not_enabled', chooses: false, sentence: 'Facebook sign-in is not enabled.' },
  ],
}

async function withProvider(product: Product, provider: SocialProvider, run: () => Promise<void>) {
  try {
    await run()
  } finally {
    await socialAt(product).switchTo(provider, 'normal')
  }
}

/** Both the alert above the form and the toast show it. */
async function expectTold(page: Page, sentence: string): Promise<void> {
  await expectProblem(page, sentence)
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(sentence)
}

for (const { provider, name, tags } of [
  { provider: 'google', name: 'Google', tags: '@desktop' },
  { provider: 'facebook', name: 'Facebook', tags: '@desktop @whole' },
] as const) {
  test(`each thing that ${name} refuses or cannot do is said in its own words ${tags}`, async ({
    page,
    product,
  }) => {
    await withProvider(product, provider, async () => {
      await openLogin(page)
      for (const { mode, chooses, sentence } of badDays[provider]) {
        await socialAt(product).switchTo(provider, mode)
        const popup = await openWindow(page, socialButton(page, name))
        if (chooses) await chooseAccount(popup, newSocialPerson())
        await expectTold(page, sentence)
        await expect(socialButton(page, name)).toBeEnabled()
      }
      // A provider that is down sends no result; closing its popup does.
      await socialAt(product).switchTo(provider, 'error_page')
      const popup = await openWindow(page, socialButton(page, name))
      await expect(page.getByRole('button', { name: 'Show the window' })).toBeVisible()
      await popup.close()
      await expectTold(page, 'Sign-in cancelled by user')

      await socialAt(product).switchTo(provider, 'normal')
      const taken = newEmail()
      await signUp(product, taken)
      await chooseAccount(await openWindow(page, socialButton(page, name)), {
        name: 'Casey Rivera',
        email: taken,
      })
      await expectTold(page, otherAccount)
      const shy = await openWindow(page, socialButton(page, name))
      await chooseAccount(shy, newSocialPerson(), { sharesNoEmail: true })
      await expectTold(page, noEmail)

      await page.context().setOffline(true)
      await socialButton(page, name).click()
      await expectTold(page, 'No connection. Please check your network and try again.')
      await page.context().setOffline(false)
    })
  })
}

test('on a phone the message shows on the login screen after the return @phone', async ({
  page,
  product,
}) => {
  await withProvider(product, 'facebook', async () => {
    await openLogin(page)
    for (const { mode, sentence } of badDays.facebook.filter(({ chooses }) => !chooses).slice(-2)) {
      await socialAt(product).switchTo('facebook', mode)
      await socialButton(page, 'Facebook').click()
      await expectTold(page, sentence)
      await expect(page).toHaveURL(/\/login$/)
    }
  })
})
