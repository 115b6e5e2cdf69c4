import type * as z from 'zod/mini'
import { accountFooter, accountNews } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const passwordRemoved = accountNews

/** To the owner of an address that a code proved: the earlier credentials of the account were removed. */
export function describePasswordRemoved(
  mail: z.infer<typeof passwordRemoved>,
  brandName: string,
): MailContent {
  return {
    subject: `Your ${brandName} password was removed`,
    preview: 'Your email is confirmed. You can set a new password at any time.',
    badge: { text: 'Email confirmed', tone: 'good' },
    title: 'Your old password was removed',
    opening: `You signed in with an emailed code, which confirmed your address. The password from before could have been set by someone else, so it no longer works.`,
    blocks: [
      {
        kind: 'action',
        label: 'Set a new password',
        url: mail.forgotPasswordUrl,
        hint: 'You can also keep signing in with emailed codes.',
      },
      {
        kind: 'section',
        heading: 'What else changed',
        text: "You're signed out on all other devices. Passkeys, linked sign-ins and a second factor from before were removed too.",
      },
    ],
    footer: accountFooter(brandName),
    calendar: null,
  }
}
