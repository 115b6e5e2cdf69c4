import * as z from 'zod/mini'
import { line, webAddress } from '../appointment-mail.ts'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'
import { shopDetails, shopMail, shopNameOf, shopSubject } from '../shop-mail.ts'
import { previewWith } from '../mail-subject.ts'

export const shopAwaitsApproval = z.extend(shopMail, {
  ownerEmail: line,
  /** The administrators' page of shops. */
  shopsUrl: webAddress,
})

/** To each administrator, once a shop has registered. */
export function describeAwaitsApproval(
  mail: z.infer<typeof shopAwaitsApproval>,
  brandName: string,
): MailContent {
  const name = shopNameOf(mail, 'A shop')
  return {
    subject: shopSubject(mail, 'A shop is waiting for approval: ', 'A shop is waiting for approval'),
    preview: previewWith('', name, ' has registered. Customers see it once you approve it.'),
    badge: { text: 'To approve', tone: 'attention' },
    title: 'A shop is waiting for approval',
    opening: `${name} has registered. Customers see it once an administrator approves it.`,
    blocks: [
      ...shopDetails(mail, { label: 'Email', lines: [mail.ownerEmail] }),
      { kind: 'action', label: 'Open shops', url: mail.shopsUrl },
    ],
    footer: [`You're getting this because you're an administrator of ${brandName}.`, replyHint],
    calendar: null,
  }
}
