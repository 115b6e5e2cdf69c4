import * as z from 'zod/mini'
import { accountMail } from '../account-mail.ts'
import { webAddress } from '../appointment-mail.ts'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'
import { typedLine } from '../typed-text.ts'

export const staffDigest = z.extend(accountMail, {
  /** The number of mails held back. */
  count: z.int().check(z.positive()),
  /** The subjects of the newest of them. */
  subjects: z.array(typedLine()),
  adminUrl: webAddress,
})

/** To a shop or an administrator: one mail for those beyond the limit of their address. */
export function describeStaffDigest(mail: z.infer<typeof staffDigest>, brandName: string): MailContent {
  const { count, subjects } = mail
  const mails = count === 1 ? '1 email' : `${count} emails`
  const more = count - subjects.length
  const items = [...subjects, ...(more > 0 && subjects.length > 0 ? [`and ${more} more`] : [])]
  return {
    subject: `${mails} held back: ${brandName}`,
    preview: 'Your address reached its limit, so this email lists the rest.',
    badge: { text: 'Summary', tone: 'neutral' },
    title: `${mails} in one`,
    opening: `Your address reached its limit of emails from ${brandName}. This email replaces ${mails} that we held back.`,
    blocks: [
      ...(items.length > 0 ? [{ kind: 'list' as const, heading: 'Held back', items }] : []),
      { kind: 'action', label: 'Open the shop pages', url: mail.adminUrl },
    ],
    footer: [`You're getting this because this email belongs to a shop at ${brandName}.`, replyHint],
    calendar: null,
  }
}
