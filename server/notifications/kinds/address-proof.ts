import * as z from 'zod/mini'
import { accountMail, mailedLink } from '../account-mail.ts'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'

export const addressProof = z.extend(accountMail, {
  /** The customer who named the address. Never shown. */
  customerId: z.string(),
  /** The person who named the address; missing in mails of older versions. */
  namedBy: z.optional(z.enum(['customer', 'shop', 'administrator'])),
  link: mailedLink,
})

/** To an address other than the account's own, before any other mail goes there. */
export function describeAddressProof(mail: z.infer<typeof addressProof>, brandName: string): MailContent {
  return {
    subject: `Get emails about an appointment at ${brandName}?`,
    preview: 'One tap, and confirmations and receipts come to this address.',
    badge: { text: 'Confirm your email', tone: 'neutral' },
    title: 'Confirm your email address',
    opening: `${namedWords(mail, brandName)} to get emails about an installation appointment. If that's right, tap the button.`,
    blocks: [
      {
        kind: 'action',
        label: 'Confirm my address',
        url: mail.link,
        hint: 'The link works for seven days.',
      },
      {
        kind: 'section',
        heading: "Don't know about this?",
        text: "Ignore this email. Until you tap the button, we won't send anything else about the appointment here.",
      },
    ],
    footer: [`You're getting this because someone entered this email at ${brandName}.`, replyHint],
    calendar: null,
  }
}

/** Without the name of a person or a shop: the reader may be a stranger. */
function namedWords({ namedBy }: z.infer<typeof addressProof>, brandName: string): string {
  switch (namedBy) {
    case 'customer':
      return `A ${brandName} customer entered this address`
    case 'shop':
      return `An installation shop at ${brandName} entered this address for its customer`
    case 'administrator':
      return `The ${brandName} team entered this address for a customer`
    case undefined:
      return `This address was entered at ${brandName}`
  }
}
