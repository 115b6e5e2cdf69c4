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

export const shopSuspended = z.extend(ownShopMail, { reason: givenReason })

/** To a shop that was approved before, once an administrator suspended it. */
export function describeShopSuspended(mail: z.infer<typeof shopSuspended>, brandName: string): MailContent {
  return {
    subject: shopSubject(mail, 'Suspended: ', 'Your shop is suspended'),
    preview: 'Your shop takes no new appointments for now. Booked appointments are still on.',
    badge: { text: 'Suspended', tone: 'attention' },
    title: 'Your shop is suspended',
    opening: `An administrator of ${brandName} suspended ${shopNameOf(mail)}. It takes no new appointments for now.`,
    blocks: [
      ...reasonPanel(mail.reason),
      {
        kind: 'panel',
        heading: 'What this means',
        lines: [
          'Customers no longer see your shop in the list of locations.',
          'Booked appointments are still on: please do the work. Customers can cancel them, but not move them. We email every customer with an upcoming appointment.',
        ],
      },
      ...shopDetails(mail),
      { kind: 'action', label: 'Open your shop', url: mail.shopUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
