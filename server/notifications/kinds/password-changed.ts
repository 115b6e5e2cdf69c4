import type * as z from 'zod/mini'
import { accountNews, accountFooter, ifNotYou } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const passwordChanged = accountNews

/** To the owner of an account, whenever its password has changed. */
export function describePasswordChanged(
  mail: z.infer<typeof passwordChanged>,
  brandName: string,
): MailContent {
  return {
    subject: `Your ${brandName} password has changed`,
    preview: 'If this was not you, set a new password at once.',
    badge: { text: 'Password changed', tone: 'attention' },
    title: 'Your password has changed',
    opening: `The password of your ${brandName} account has changed. Every other browser was signed out.`,
    blocks: ifNotYou(mail),
    footer: accountFooter(brandName),
    calendar: null,
  }
}
