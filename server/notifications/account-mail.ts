import * as z from 'zod/mini'
import { instant, webAddress } from './appointment-mail.ts'
import { replyHint } from './reply-hint.ts'
import type { MailBlock } from './mail-content.ts'

/**
 * Common payload of every account mail. It holds no name or other user input: the address may belong to a
 * person who has no account here.
 */
export const accountMail = z.object({
  /** The time of the event. */
  createdAt: instant,
})

/** A link with an effect. The outbox stores it sealed (see `server/identity/sealed-text.ts`). */
export const mailedLink = z.string().check(z.regex(/^(https?:\/\/|sealed:)/))

/** Payload of mails to the owner about changed credentials. */
export const accountNews = z.extend(accountMail, {
  accountUrl: webAddress,
  /** The page to request a new password. */
  forgotPasswordUrl: webAddress,
})

export const ifNotYouSentence =
  'Set a new password right away. That signs out every device and cancels the links we sent before.'

/** A password reset of a verified account does not revoke its other credentials. */
export const removeItSentence = "Then remove it from your account. A new password alone doesn't remove it."

export function ifNotYou(mail: z.infer<typeof accountNews>): MailBlock[] {
  return [
    { kind: 'panel', heading: "If this wasn't you", lines: [ifNotYouSentence] },
    { kind: 'action', label: 'Set a new password', url: mail.forgotPasswordUrl },
  ]
}

export function accountFooter(brandName: string): string[] {
  return [`You're getting this because there's a ${brandName} account with this email.`, replyHint]
}
