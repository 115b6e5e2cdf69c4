import * as z from 'zod/mini'
import { line } from '../appointment-mail.ts'
import type { MailContent } from '../mail-content.ts'
import {
  changedShopDetails,
  givenReason,
  ownShopMail,
  reasonPanel,
  shopFooter,
  shopNameOf,
  shopSubject,
} from '../shop-mail.ts'

export const shopChangeDecided = z.extend(ownShopMail, {
  decision: z.enum(['approved', 'rejected']),
  reason: givenReason,
  newName: z.nullable(line),
  newAddress: z.nullable(line),
})

/** To the shop, once an administrator decided about its new name or address. */
export function describeShopChangeDecided(
  mail: z.infer<typeof shopChangeDecided>,
  brandName: string,
): MailContent {
  const isApproved = mail.decision === 'approved'
  return {
    subject: isApproved
      ? shopSubject(mail, 'Change approved: ', 'Your change is approved')
      : shopSubject(mail, 'Change not approved: ', 'Your change was not approved'),
    preview: isApproved
      ? 'Customers see the new name and address now.'
      : 'Your shop keeps its current name and address.',
    badge: isApproved ? { text: 'Approved', tone: 'good' } : { text: 'Not approved', tone: 'attention' },
    title: isApproved ? 'Your change is approved' : 'Your change was not approved',
    opening: isApproved
      ? `An administrator of ${brandName} approved the change of ${shopNameOf(mail)}. We email the new details to every customer with an upcoming appointment.`
      : `An administrator of ${brandName} did not approve the change of ${shopNameOf(mail)}. Everything stays as it was.`,
    blocks: [
      ...reasonPanel(mail.reason),
      ...changedShopDetails(mail),
      { kind: 'action', label: 'Open your shop', url: mail.shopUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
