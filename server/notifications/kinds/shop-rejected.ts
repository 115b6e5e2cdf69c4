import * as z from 'zod/mini'
import type { MailContent } from '../mail-content.ts'
import {
  givenReason,
  ownShopMail,
  reasonPanel,
  shopDetails,
  shopFooter,
  shopNameOf,
  shopSubject,
} from '../shop-mail.ts'

export const shopRejected = z.extend(ownShopMail, { reason: givenReason })

/** To a shop that was never approved, once an administrator rejected it. */
export function describeShopRejected(mail: z.infer<typeof shopRejected>, brandName: string): MailContent {
  return {
    subject: shopSubject(mail, 'Not approved: ', 'Your shop was not approved'),
    preview: 'Your registration was not approved. Customers do not see your shop.',
    badge: { text: 'Not approved', tone: 'attention' },
    title: 'Your shop was not approved',
    opening: `An administrator of ${brandName} reviewed the registration of ${shopNameOf(mail)} and did not approve it.`,
    blocks: [
      ...reasonPanel(mail.reason),
      {
        kind: 'panel',
        heading: 'What this means',
        lines: [
          'Customers do not see your shop and cannot book there.',
          'Correct the details of your shop and reply to this email if you want us to review it again.',
        ],
      },
      ...shopDetails(mail),
      { kind: 'action', label: 'Open your shop', url: mail.shopUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
