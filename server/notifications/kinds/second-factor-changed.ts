import * as z from 'zod/mini'
import { accountNews, accountFooter, ifNotYou } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'

export const secondFactorChanges = ['on', 'off', 'new-recovery-codes'] as const

export const secondFactorChanged = z.extend(accountNews, { change: z.enum(secondFactorChanges) })

const words = {
  on: {
    title: 'Your second factor is on',
    sentence: 'Signing in asks for a code of your authenticator app from now on.',
  },
  off: { title: 'Your second factor is off', sentence: 'Signing in no longer asks for a code.' },
  'new-recovery-codes': {
    title: 'You have new recovery codes',
    sentence: 'New recovery codes were made; the old ones no longer work.',
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
    preview: 'If this was not you, set a new password at once.',
    badge: { text: 'Second factor', tone: 'attention' },
    title,
    opening: `This is about your ${brandName} account. ${sentence}`,
    blocks: ifNotYou(mail),
    footer: accountFooter(brandName),
    calendar: null,
  }
}
