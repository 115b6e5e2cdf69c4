import { expect } from '@playwright/test'
import type { Product } from '../support/start-product.ts'

/** The newest link to a page of the product that was mailed to an address, once it is there; of several, the one after `known`. */
export async function mailedLink(
  product: Product,
  email: string,
  page: '/reset-password' | '/verify-email',
  known: readonly string[] = [],
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(
          `${product.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(email)}`,
        )
        const mails = (await answer.json()) as { text: string }[]
        const links = mails.flatMap(({ text }) => new RegExp(`\\S+${page}#\\S+`).exec(text)?.[0] ?? [])
        link = links.find((found) => !known.includes(found))
        return link
      },
      { timeout: 30_000 },
    )
    .toBeDefined()
  return link ?? ''
}
