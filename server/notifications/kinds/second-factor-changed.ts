import * as z from 'zod/mini'
import { accountNews, accountFooter, ifNotYou } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const secondFactorChanges = ['on', 'off', 'new-recovery-codes'] as const

export const secondFactorChanged = z.extend(accountNews, { change: z.enum(secondFactorChanges) })

const words = {
  on: {
    title: 'Your second factor is on',
    sentence: 'From now on, signing in asks for a code from your authenticator app.',
  },
  off: { title: 'Your second factor is off', sentence: 'Signing in no longer asks for a code.' },
  'new-recovery-codes': {
    title: 'You have new recovery codes',
    sentence: 'You have new recovery codes. The old ones no longer work.',
  },
} as const

/** To the owner of an account, whenever its second factor has changed. */
export function describeSecondFactorChanged(
  mail: z.infer<typeof secondFactorChanged>,
  brandName: string,
): MailContent {
  const { title, sentence } = words[mail.change]
  return {
    subject: `${title}: your ${brandName} account`,
    preview: "If this wasn't you, set a new password right away.",
    badge: { text: 'Second factor', tone: 'attention' },
    title,
    opening: `This is about your ${brandName} account. ${sentence}`,
    blocks: ifNotYou(mail),
    footer: accountFooter(brandName),
    calendar: null,
  }
}
