import * as z from 'zod/mini'
import { instant, line, webAddress } from './appointment-mail.ts'
import { replyHint } from './reply-hint.ts'
import type { DetailRow } from './mail-content.ts'

/** Common payload of every shop mail: a snapshot at the time of the event. */
export const shopMail = z.object({
  shopId: z.int().check(z.positive()),
  shopName: line,
  shopAddress: line,
  /** The time of the event. */
  createdAt: instant,
})

/** Payload of a mail to the shop itself. */
export const ownShopMail = z.extend(shopMail, {
  /** The shop's settings page. */
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
