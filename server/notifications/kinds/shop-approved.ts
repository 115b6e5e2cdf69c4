import type * as z from 'zod/mini'
import type { MailContent } from '../mail-content.ts'
import { ownShopMail, shopDetails, shopFooter, shopNameOf, shopSubject } from '../shop-mail.ts'

export const shopApproved = ownShopMail

/** To the shop, once an administrator approved it, for the first time or again. */
export function describeShopApproved(mail: z.infer<typeof shopApproved>, brandName: string): MailContent {
  return {
    subject: shopSubject(mail, 'Approved: ', 'Your shop is approved'),
    preview: 'Customers can book appointments at your shop from now on.',
    badge: { text: 'Approved', tone: 'good' },
    title: 'Your shop is approved',
    opening: `${shopNameOf(mail, 'Your shop')} is in the list of locations now. Customers can book appointments there from now on.`,
    blocks: [
      ...shopDetails(mail),
      {
        kind: 'panel',
        heading: 'What customers are offered',
        lines: [
          'Open times follow your hours, closures and bays. Change them whenever you need to. Booked appointments stay as they are.',
        ],
      },
      { kind: 'action', label: 'Open your shop', url: mail.shopUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
