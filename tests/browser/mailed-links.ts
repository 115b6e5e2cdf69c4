import { expect } from '@playwright/test'
import type { Product } from '../support/start-product.ts'

/**
 * The newest link of the product mailed to an address, once this number of mails with one has arrived.
 * Counted, not compared: two requests within a second have the same link.
 */
export async function mailedLink(
  product: Product,
  email: string,
  page: '/reset-password' | '/verify-email' | '/confirm-address' | '/fitment-photo',
  mails = 1,
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(
          `${product.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(email)}`,
        )
        const mailbox = (await answer.json()) as { text: string }[]
        const links = mailbox.flatMap(({ text }) => new RegExp(`\\S+${page}#\\S+`).exec(text)?.[0] ?? [])
        link = links[0]
        return links.length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(mails)
  return link ?? ''
}
