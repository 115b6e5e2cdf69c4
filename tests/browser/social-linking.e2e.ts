import type { Locator, Page } from '@playwright/test'
import { signUp } from '../support/people.ts'
import { expect, test } from '../support/product-fixture.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt } from '../support/social.ts'
import { dismissToast } from './customer-journey.ts'
import { expectSound } from './expect-sound.ts'
import { enter } from './shop-people.ts'
import { chooseAccount, chooseNone, newSocialPerson, openWindow } from './social-people.ts'

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Linked sign-ins' }).getByRole('listitem').filter({ hasText: name })
}

function alertOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Linked sign-ins' }).getByRole('alert')
}

/** Presses Link and chooses an account, in a popup or after a redirect. */
async function link(
  page: Page,
  name: string,
  choose: (atProvider: Page) => Promise<void>,
  isMobile: boolean,
) {
  const button = page.getByRole('button', { name: `Link ${name}` })
  if (isMobile) {
    await button.click()
    await choose(page)
  } else await choose(await openWindow(page, button))
}

test('a sign-in is linked on the account page, opens the same account, and is taken away again @whole-phone', async ({
  page,
  product,
  isMobile,
}) => {
  const social = socialAt(product)
  const owner = newSocialPerson()
  const atFacebook = newSocialPerson()
  const browser = openSocialBrowser(product, social)
  await browser.signIn('google', owner)
  await enter(page, product, browser.person(), '/account')
  await expect(rowOf(page, 'Google')).toContainText('Linked since')
  await expect(rowOf(page, 'Facebook')).toContainText('Not linked')

  // Cancelled first.
  await link(page, 'Facebook', chooseNone, isMobile)
  await expect(alertOf(page)).toHaveText('Sign-in cancelled by user')
  await expect(alertOf(page)).toBeInViewport()
  await dismissToast(page)
  await link(page, 'Facebook', (window) => chooseAccount(window, atFacebook), isMobile)
  await expect(rowOf(page, 'Facebook')).toContainText('Linked since')
  await expect(page.getByText('You can sign in with Facebook from now on.')).toBeVisible()
  await expect(alertOf(page)).toHaveCount(0)
  await dismissToast(page)
  const elsewhere = openSocialBrowser(product, social)
  await elsewhere.signIn('facebook', atFacebook)
  expect((await elsewhere.user()).email).toBe(owner.email)

  await page.getByRole('button', { name: 'Remove Google' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Google?' })
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expectSound(page, 'question before a sign-in is removed')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(rowOf(page, 'Google')).toContainText('Not linked')
  await expect(question).toHaveCount(0)
  await dismissToast(page)

  // The last sign-in method cannot be removed.
  await page.getByRole('button', { name: 'Remove Facebook' }).click()
  const last = page.getByRole('dialog', { name: 'Remove Facebook?' })
  await last.getByRole('button', { name: 'Remove' }).click()
  await expect(last.getByRole('alert')).toHaveText(
    'Set a password before you remove your last linked sign-in.',
  )
  await last.getByRole('button', { name: 'Keep it' }).click()
  await expect(rowOf(page, 'Facebook')).toContainText('Linked since')
})

test('a refused link has a message: an unverified address, a sign-in of another account @desktop', async ({
  page,
  product,
}) => {
  await enter(page, product, await signUp(product), '/account')
  const refused = await openWindow(page, page.getByRole('button', { name: 'Link Google' }))
  await expect(alertOf(page)).toContainText('Confirm your email first.')
  await expect.poll(() => refused.isClosed()).toBe(true)

  const social = socialAt(product)
  const [owner, other] = [newSocialPerson(), newSocialPerson()]
  await openSocialBrowser(product, social).signIn('facebook', other)
  const browser = openSocialBrowser(product, social)
  await browser.signIn('google', owner)
  await enter(page, product, browser.person(), '/account')
  await link(page, 'Facebook', (window) => chooseAccount(window, other), false)
  await expect(alertOf(page)).toHaveText('That sign-in is already linked to another account.')
  await expect(rowOf(page, 'Facebook')).toContainText('Not linked')
})
