import * as z from 'zod/mini'
import { accountMail, mailedLink } from '../account-mail.ts'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'

export const emailProof = z.extend(accountMail, { link: mailedLink })

/** To the address of an account, until it is verified. */
export function describeEmailProof(mail: z.infer<typeof emailProof>, brandName: string): MailContent {
  return {
    subject: `Confirm your email address for ${brandName}`,
    preview: 'One tap, and we know our emails reach you.',
    badge: { text: 'Confirm your email', tone: 'neutral' },
    title: 'Confirm your email address',
    opening: `Someone created a ${brandName} account with this email. If it was you, tap the button in the browser where you're signed in.`,
    blocks: [
      {
        kind: 'action',
        label: 'Confirm my address',
        url: mail.link,
        hint: 'The link works for one day.',
      },
      {
        kind: 'section',
        heading: "Didn't ask for this?",
        text: 'Ignore this email. Someone may have mistyped their address. Nothing happens unless you confirm.',
      },
    ],
    footer: [`You're getting this because a ${brandName} account was created with this email.`, replyHint],
    calendar: null,
  }
}
