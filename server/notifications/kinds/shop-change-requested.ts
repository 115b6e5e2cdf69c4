import * as z from 'zod/mini'
import { line, webAddress } from '../appointment-mail.ts'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'
import { changedShopDetails, shopMail, shopNameOf, shopSubject } from '../shop-mail.ts'
import { previewWith } from '../mail-subject.ts'

export const shopChangeRequested = z.extend(shopMail, {
  newName: z.nullable(line),
  newAddress: z.nullable(line),
  /** The shop's settings page. */
  shopUrl: webAddress,
})

/** To each administrator, once an approved shop asks for a new name or address. */
export function describeShopChangeRequested(
  mail: z.infer<typeof shopChangeRequested>,
  brandName: string,
): MailContent {
  const name = shopNameOf(mail, 'A shop')
  return {
    subject: shopSubject(mail, 'A shop requested a change: ', 'A shop requested a change'),
    preview: previewWith('', name, ' requested a new name or address. Customers see it once you approve it.'),
    badge: { text: 'To approve', tone: 'attention' },
    title: 'A shop requested a new name or address',
    opening: `${name} requested a change. Customers see the current name and address until an administrator approves it.`,
    blocks: [...changedShopDetails(mail), { kind: 'action', label: 'Review the change', url: mail.shopUrl }],
    footer: [`You're getting this because you're an administrator of ${brandName}.`, replyHint],
    calendar: null,
  }
}
