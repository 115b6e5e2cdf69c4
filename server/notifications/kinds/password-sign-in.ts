import * as z from 'zod/mini'
import { accountFooter, accountMail } from '../account-mail.ts'
import { webAddress } from '../appointment-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const passwordSignIn = z.extend(accountMail, { loginUrl: webAddress })

/** To a staff account, in place of a code. */
export function describePasswordSignIn(mail: z.infer<typeof passwordSignIn>, brandName: string): MailContent {
  return {
    subject: `Sign in to ${brandName} with your password`,
    preview: 'Email codes are for customers only.',
    badge: { text: 'Sign in', tone: 'neutral' },
    title: 'Use your password to sign in',
    opening: `You asked for a sign-in code. Shop and administrator accounts at ${brandName} sign in with a password or a passkey.`,
    blocks: [
      { kind: 'action', label: 'Go to login', url: mail.loginUrl },
      {
        kind: 'section',
        heading: "Didn't ask for this?",
        text: 'Ignore this email. Nothing has changed.',
      },
    ],
    footer: accountFooter(brandName),
    calendar: null,
  }
}
