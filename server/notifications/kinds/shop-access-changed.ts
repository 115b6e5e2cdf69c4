import * as z from 'zod/mini'
import { roleWords } from '../../../contract/identity/role-words.ts'
import { shopRoles } from '../../../contract/identity/roles.ts'
import { accountMail } from '../account-mail.ts'
import { line, webAddress } from '../appointment-mail.ts'
import type { MailContent } from '../mail-content.ts'
import { replyHint } from '../reply-hint.ts'
import { shopNameOf, shopSubject } from '../shop-mail.ts'

export const shopAccessChanged = z.extend(accountMail, {
  shopName: line,
  changedBy: line,
  /** Null when the access ended. */
  role: z.nullable(z.enum(shopRoles)),
  workUrl: webAddress,
})

/** To a person whose role at a shop changed or ended. */
export function describeShopAccessChanged(
  mail: z.infer<typeof shopAccessChanged>,
  brandName: string,
): MailContent {
  const shop = shopNameOf(mail, 'a shop')
  const by = mail.changedBy === '' ? 'An owner of the shop' : mail.changedBy
  const footer = [`You're getting this because you work or worked with ${shop} at ${brandName}.`, replyHint]
  if (mail.role === null)
    return {
      subject: shopSubject(mail, 'Access ended: ', 'Your access to a shop has ended'),
      preview: 'You can no longer open its appointments. Your account stays.',
      badge: { text: 'Access ended', tone: 'attention' },
      title: `You no longer work at ${shop}`,
      opening: `${by} ended your access to ${shop}. Your account and your other shops stay.`,
      blocks: [],
      footer,
      calendar: null,
    }
  const { label, sentence } = roleWords[mail.role]
  return {
    subject: shopSubject(mail, 'New role: ', 'Your role at a shop changed'),
    preview: sentence,
    badge: { text: label, tone: 'neutral' },
    title: `Your role at ${shop} changed`,
    opening: `${by} changed your role at ${shop} to ${label.toLowerCase()}.`,
    blocks: [
      { kind: 'panel', heading: label, lines: [sentence] },
      { kind: 'action', label: 'Open the shop', url: mail.workUrl },
    ],
    footer,
    calendar: null,
  }
}
