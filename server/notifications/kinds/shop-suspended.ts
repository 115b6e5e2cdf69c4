import * as z from 'zod/mini'
import type { MailContent } from '../mail-content.ts'
import { givenReason, ownShopMail, reasonPanel, shopDetails, shopFooter, shopNameOf } from '../shop-mail.ts'
import { mailSubject } from '../mail-subject.ts'

export const shopSuspended = z.extend(ownShopMail, { reason: givenReason })

/** To a shop that was approved before, once an administrator suspended it. */
export function describeShopSuspended(mail: z.infer<typeof shopSuspended>, brandName: string): MailContent {
  return {
    subject: mailSubject('Suspended: ', shopNameOf(mail)),
    preview: 'Your shop takes no new appointments for now. Those that are made stand.',
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
          'Appointments that are made stand: please do the work. Customers can cancel them, but not move them, and we told them so.',
        ],
      },
      ...shopDetails(mail),
      { kind: 'action', label: 'Open your shop', url: mail.shopUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
