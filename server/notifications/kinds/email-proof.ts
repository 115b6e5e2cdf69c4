import * as z from 'zod/mini'
import { accountMail, mailedLink } from '../account-mail.ts'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'

export const emailProof = z.extend(accountMail, { link: mailedLink })

/** To the address of an account, until it is verified. */
export function describeEmailProof(mail: z.infer<typeof emailProof>, brandName: string): MailContent {
  return {
    subject: `Confirm your email address for ${brandName}`,
    preview: 'One press, and we know that our mail reaches you.',
    badge: { text: 'Confirm your email', tone: 'neutral' },
    title: 'Confirm your email address',
    opening: `An account at ${brandName} was created with this address. If it was you, press the button in the browser where you are signed in.`,
    blocks: [
      {
        kind: 'action',
        label: 'Confirm my address',
        url: mail.link,
        hint: 'The link works for one day.',
      },
      {
        kind: 'section',
        heading: 'You did not ask for this?',
        text: 'Ignore this mail. Somebody may have mistyped their address; without you it counts for nothing.',
      },
    ],
    footer: [
      `You receive this mail because an account at ${brandName} was created with this address.`,
      replyHint,
    ],
    calendar: null,
  }
}
