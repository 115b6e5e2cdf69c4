import * as z from 'zod/mini'
import { instant, line, webAddress } from './appointment-mail.ts'
import { replyHint } from './reply-hint.ts'
import type { DetailRow } from './mail-content.ts'

/** What every mail about a shop says of it, as the outbox keeps it: a snapshot of the moment the news became true. */
export const shopMail = z.object({
  shopId: z.int().check(z.positive()),
  shopName: line,
  shopAddress: line,
  /** When the news became true. */
  createdAt: instant,
})

/** One that goes to the shop itself. */
export const ownShopMail = z.extend(shopMail, {
  /** Where the shop sees and changes what it is. */
  shopUrl: webAddress,
})

type ShopMail = z.infer<typeof shopMail>

export function shopRows(mail: ShopMail): DetailRow[] {
  return [
    { label: 'Shop', lines: [mail.shopName] },
    { label: 'Address', lines: [mail.shopAddress] },
  ]
}

export function shopFooter({ shopName }: Pick<ShopMail, 'shopName'>, brandName: string): string[] {
  return [`You receive this mail because this address answers for ${shopName} at ${brandName}.`, replyHint]
}
