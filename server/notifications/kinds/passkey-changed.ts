import * as z from 'zod/mini'
import { accountNews, accountFooter, ifNotYouSentence, removeItSentence } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const passkeyChanged = z.extend(accountNews, {
  /** Whether it was added or removed. */
  added: z.boolean(),
})

/** To the owner of an account, whenever a passkey was added or removed. */
export function describePasskeyChanged(mail: z.infer<typeof passkeyChanged>, brandName: string): MailContent {
  const what = mail.added ? 'Passkey added' : 'Passkey removed'
  return {
    subject: `${what}: your ${brandName} account`,
    preview: "If this wasn't you, check your account right away.",
    badge: { text: what, tone: 'attention' },
    title: what,
    opening: mail.added
      ? `A passkey was added to your ${brandName} account. It can sign in without a password.`
      : `A passkey was removed from your ${brandName} account. It can't sign in anymore.`,
    blocks: [
      {
        kind: 'panel',
        heading: "If this wasn't you",
        lines: mail.added ? [ifNotYouSentence, removeItSentence] : [ifNotYouSentence],
      },
      { kind: 'action', label: 'Check your account', url: mail.accountUrl },
    ],
    footer: accountFooter(brandName),
    calendar: null,
  }
}
