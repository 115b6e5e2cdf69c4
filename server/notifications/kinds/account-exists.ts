import type * as z from 'zod/mini'
import { accountNews, accountFooter } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const accountExists = accountNews

/** To the owner of an account, after a sign-up attempt with its address. */
export function describeAccountExists(mail: z.infer<typeof accountExists>, brandName: string): MailContent {
  return {
    subject: `You already have an account at ${brandName}`,
    preview: 'Someone tried to create another one with your email.',
    badge: { text: 'Account exists', tone: 'neutral' },
    title: 'You already have an account',
    opening: `Someone tried to create a ${brandName} account with your email. You already have one: sign in as before, or set a new password.`,
    blocks: [
      { kind: 'action', label: 'Set a new password', url: mail.forgotPasswordUrl },
      {
        kind: 'section',
        heading: "Wasn't you?",
        text: 'Ignore this email. Nothing has changed.',
      },
    ],
    footer: accountFooter(brandName),
    calendar: null,
  }
}
