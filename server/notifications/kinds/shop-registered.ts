import type * as z from 'zod/mini'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'
import { ownShopMail, shopDetails, shopNameOf, shopSubject } from '../shop-mail.ts'

export const shopRegistered = ownShopMail

/** To the shop, once it has registered. */
export function describeShopRegistered(mail: z.infer<typeof shopRegistered>, brandName: string): MailContent {
  return {
    subject: shopSubject(mail, 'Registered: ', `Your shop is registered at ${brandName}`),
    preview: 'Next: confirm your email with the link in our other email. Then we review your shop.',
    badge: { text: 'Confirm your email next', tone: 'attention' },
    title: 'Your shop is registered',
    opening: `${shopNameOf(mail, 'Your shop')} is registered at ${brandName}. Confirm your email address with the link in our other email. After that, an administrator reviews your shop, and we email you the decision.`,
    blocks: [
      ...shopDetails(mail),
      {
        kind: 'panel',
        heading: 'Until then',
        lines: [
          'Customers do not see your shop yet.',
          'Check your hours, and add your closures and bays, so that you are ready for your first appointment.',
        ],
      },
      { kind: 'action', label: 'Open your shop', url: mail.shopUrl },
    ],
    footer: [`You're getting this because a shop was registered at ${brandName} with this email.`, replyHint],
    calendar: null,
  }
}
