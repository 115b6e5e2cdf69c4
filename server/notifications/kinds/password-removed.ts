import type * as z from 'zod/mini'
import { accountFooter, accountNews } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const passwordRemoved = accountNews

/** To the owner of an address that a code proved: the account's password and linked sign-ins were removed. */
export function describePasswordRemoved(
  mail: z.infer<typeof passwordRemoved>,
  brandName: string,
): MailContent {
  return {
    subject: `Your earlier ${brandName} sign-in was removed`,
    preview: 'Your email is confirmed. You can set a new password at any time.',
    badge: { text: 'Email confirmed', tone: 'good' },
    title: 'Your earlier sign-in was removed',
    opening: `You signed in with an emailed code, which confirmed your address. The sign-in from before could have been set up by someone else, so it no longer works.`,
    blocks: [
      {
        kind: 'action',
        label: 'Set a new password',
        url: mail.forgotPasswordUrl,
        hint: 'You can also keep signing in with emailed codes.',
      },
      {
        kind: 'section',
        heading: 'What was removed',
        text: "The password, linked sign-ins, passkeys and second factor that this account had. You're signed out on all other devices.",
      },
    ],
    footer: accountFooter(brandName),
    calendar: null,
  }
}
