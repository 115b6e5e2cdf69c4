import { expect } from '@playwright/test'
import type { Product } from '../support/start-product.ts'

/** The mails to an address, newest first. */
async function mailboxOf(product: Product, email: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${product.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(email)}`)
  return (await answer.json()) as { subject: string; text: string }[]
}

/** The subjects of the mails to an address, newest first. */
export async function mailedSubjects(product: Product, email: string): Promise<string[]> {
  return (await mailboxOf(product, email)).map(({ subject }) => subject)
}

/**
 * The newest link of the product mailed to an address, once this number of mails with one has arrived.
 * Counted, not compared: two requests within a second have the same link.
 */
export async function mailedLink(
  product: Product,
  email: string,
  page: '/reset-password' | '/verify-email' | '/confirm-address' | '/fitment-photo' | '/join',
  mails = 1,
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const links = (await mailboxOf(product, email)).flatMap(
          ({ text }) => new RegExp(`\\S+${page}#\\S+`).exec(text)?.[0] ?? [],
        )
        link = links[0]
        return links.length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(mails)
  return link ?? ''
}

/** The newest sign-in code mailed to an address, once this number of them has arrived. */
export async function mailedCode(product: Product, email: string, mails = 1): Promise<string> {
  let code: string | undefined
  await expect
    .poll(
      async () => {
        const codes = (await mailedSubjects(product, email)).flatMap(
          (subject) => /^(\d{6}) is your /.exec(subject)?.[1] ?? [],
        )
        code = codes[0]
        return codes.length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(mails)
  return code ?? ''
}

/** The newest link mailed to an address that leads to a page whose path begins like this. */
export async function mailedPage(product: Product, email: string, path: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const words = (await mailboxOf(product, email)).flatMap(({ text }) => text.split(/\s+/))
        link = words.find((word) => word.includes(path))
        return link
      },
      { timeout: 60_000 },
    )
    .toBeDefined()
  return link ?? ''
}
