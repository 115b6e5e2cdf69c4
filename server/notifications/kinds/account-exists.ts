import type * as z from 'zod/mini'
import { accountNews, accountFooter } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const accountExists = accountNews

/** To the owner of an account, after a sign-up attempt with its address. */
export function describeAccountExists(mail: z.infer<typeof accountExists>, brandName: string): MailContent {
  return {
    subject: `You already have an account at ${brandName}`,
    preview: 'Somebody tried to create another one with your address.',
    badge: { text: 'Account exists', tone: 'neutral' },
    title: 'You already have an account',
    opening: `Somebody tried to create an account at ${brandName} with your address. You have one: sign in as before, or set a new password.`,
    blocks: [
      { kind: 'action', label: 'Set a new password', url: mail.forgotPasswordUrl },
      {
        kind: 'section',
        heading: 'It was not you?',
        text: 'Ignore this mail. Nothing has changed.',
      },
    ],
    footer: accountFooter(brandName),
    calendar: null,
  }
}
