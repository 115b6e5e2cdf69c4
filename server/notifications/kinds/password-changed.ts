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
    preview: "If this wasn't you, set a new password right away.",
    badge: { text: 'Password changed', tone: 'attention' },
    title: 'Your password has changed',
    opening: `The password of your ${brandName} account has changed. You're signed out on all other devices.`,
    blocks: ifNotYou(mail),
    footer: accountFooter(brandName),
    calendar: null,
  }
}
