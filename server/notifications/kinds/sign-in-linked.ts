import * as z from 'zod/mini'
import { socialProviders } from '../../../contract/identity/social-sign-in.ts'
import { accountNews, accountFooter, ifNotYouSentence, removeItSentence } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

const names = { google: 'Google', facebook: 'Facebook' } as const

export const signInLinked = z.extend(accountNews, {
  provider: z.enum(socialProviders),
  /** Whether it was linked or unlinked. */
  linked: z.boolean(),
})

/** To the owner of an account, whenever a social sign-in was linked or unlinked. */
export function describeSignInLinked(mail: z.infer<typeof signInLinked>, brandName: string): MailContent {
  const name = names[mail.provider]
  const what = mail.linked ? `${name} sign-in linked` : `${name} sign-in removed`
  return {
    subject: `${what}: your ${brandName} account`,
    preview: "If this wasn't you, check your account right away.",
    badge: { text: what, tone: 'attention' },
    title: what,
    opening: mail.linked
      ? `You can sign in to your ${brandName} account with ${name} from now on.`
      : `${name} no longer opens your ${brandName} account.`,
    blocks: [
      {
        kind: 'panel',
        heading: "If this wasn't you",
        lines: mail.linked ? [ifNotYouSentence, removeItSentence] : [ifNotYouSentence],
      },
      { kind: 'action', label: 'Check your account', url: mail.accountUrl },
    ],
    footer: accountFooter(brandName),
    calendar: null,
  }
}
