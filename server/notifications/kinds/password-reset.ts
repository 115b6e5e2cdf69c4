import * as z from 'zod/mini'
import { accountMail, accountFooter, mailedLink } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const passwordReset = z.extend(accountMail, { link: mailedLink })

/** To the owner of an account, after a request for a new password. */
export function describePasswordReset(mail: z.infer<typeof passwordReset>, brandName: string): MailContent {
  return {
    subject: `Set a new password for ${brandName}`,
    preview: 'The link works once, for one hour.',
    badge: { text: 'New password', tone: 'neutral' },
    title: 'Set a new password',
    opening: `Someone asked for a new password for your ${brandName} account. If it was you, tap the button.`,
    blocks: [
      {
        kind: 'action',
        label: 'Set a new password',
        url: mail.link,
        hint: 'The link works once, for one hour.',
      },
      {
        kind: 'section',
        heading: "Didn't ask for this?",
        text: "Ignore this email. Your password stays the same. Don't forward the link: it opens your account.",
      },
    ],
    footer: accountFooter(brandName),
    calendar: null,
  }
}
