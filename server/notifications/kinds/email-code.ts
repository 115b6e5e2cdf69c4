import * as z from 'zod/mini'
import { accountMail } from '../account-mail.ts'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'

/** The outbox stores the code sealed (see `server/identity/sealed-text.ts`). */
export const emailCode = z.extend(accountMail, { code: z.string().check(z.regex(/^(\d{6}$|sealed:)/)) })

/**
 * To an address with which a person wants to sign in. It has no button: a link could be opened by a mail
 * scanner, or in another browser.
 */
export function describeEmailCode({ code }: z.infer<typeof emailCode>, brandName: string): MailContent {
  const isOpen = /^\d{6}$/.test(code)
  return {
    subject: isOpen ? `${code} is your ${brandName} code` : `Your ${brandName} code`,
    preview: 'It works for 10 minutes, in the browser where you asked for it.',
    badge: { text: 'Sign-in code', tone: 'neutral' },
    title: 'Your sign-in code',
    opening: `Enter this code on the ${brandName} page where you asked for it.`,
    blocks: [
      {
        kind: 'headline',
        main: isOpen ? code : 'Hidden',
        beside: 'Works once, for 10 minutes',
        look: 'amount',
      },
      {
        kind: 'section',
        heading: "Didn't ask for this?",
        text: "Ignore this email. Don't share the code with anyone: we never ask for it by phone or text.",
      },
    ],
    footer: [`You're getting this because someone entered this email to sign in at ${brandName}.`, replyHint],
    calendar: null,
  }
}
