import * as z from 'zod/mini'
import type { MailContent } from '../mail-content.ts'
import { givenReason, ownShopMail, reasonPanel, shopDetails, shopFooter, shopNameOf } from '../shop-mail.ts'
import { mailSubject } from '../mail-subject.ts'

export const shopRejected = z.extend(ownShopMail, { reason: givenReason })

/** To a shop that was never approved, once an administrator rejected it. */
export function describeShopRejected(mail: z.infer<typeof shopRejected>, brandName: string): MailContent {
  return {
    subject: mailSubject('Not approved: ', shopNameOf(mail)),
    preview: 'Your registration was not approved. Customers do not see your shop.',
    badge: { text: 'Not approved', tone: 'attention' },
    title: 'Your shop was not approved',
    opening: `An administrator of ${brandName} looked at the registration of ${shopNameOf(mail)} and did not approve it.`,
    blocks: [
      ...reasonPanel(mail.reason),
      {
        kind: 'panel',
        heading: 'What this means',
        lines: [
          'Customers do not see your shop, and nobody can book there.',
          'Correct the details of your shop and answer this mail if you want us to look at it again.',
        ],
      },
      ...shopDetails(mail),
      { kind: 'action', label: 'Open your shop', url: mail.shopUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
