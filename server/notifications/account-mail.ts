import * as z from 'zod/mini'
import { instant, webAddress } from './appointment-mail.ts'
import { replyHint } from './reply-hint.ts'
import type { MailBlock } from './mail-content.ts'

/**
 * What every mail about an account carries. No name and nothing else that somebody typed: the address may be of a person who
 * never heard of us.
 */
export const accountMail = z.object({
  /** When the news became true. */
  createdAt: instant,
})

/** A link that opens something. In the outbox it is sealed (see `server/identity/sealed-link.ts`). */
export const mailedLink = z.string().check(z.regex(/^(https?:\/\/|sealed:)/))

/** News about the ways into an account, for its owner. */
export const accountNews = z.extend(accountMail, {
  accountUrl: webAddress,
  /** Where a new password is asked for. */
  forgotPasswordUrl: webAddress,
})

export const ifNotYouSentence =
  'Set a new password at once. That ends every session and every link we mailed before.'

/** A new password of a proven account leaves its other ways in where they are. */
export const removeItSentence =
  'Then remove it from your account: a new password alone leaves this way in where it is.'

export function ifNotYou(mail: z.infer<typeof accountNews>): MailBlock[] {
  return [
    { kind: 'panel', heading: 'If this was not you', lines: [ifNotYouSentence] },
    { kind: 'action', label: 'Set a new password', url: mail.forgotPasswordUrl },
  ]
}

export function accountFooter(brandName: string): string[] {
  return [`You receive this mail because there is an account with this address at ${brandName}.`, replyHint]
}
