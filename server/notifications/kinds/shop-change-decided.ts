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
} from '../shop-mail.ts'
import { mailSubject } from '../mail-subject.ts'

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
    subject: mailSubject(isApproved ? 'Change approved: ' : 'Change not approved: ', shopNameOf(mail)),
    preview: isApproved
      ? 'Customers see the new name and address now.'
      : 'Your shop keeps its present name and address.',
    badge: isApproved ? { text: 'Approved', tone: 'good' } : { text: 'Not approved', tone: 'attention' },
    title: isApproved ? 'Your change is approved' : 'Your change was not approved',
    opening: isApproved
      ? `An administrator of ${brandName} approved the change of ${shopNameOf(mail)}. Customers with coming appointments got a mail with the new details.`
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
