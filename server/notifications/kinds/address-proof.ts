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
    subject: `Get mail about an appointment at ${brandName}?`,
    preview: 'One press, and confirmations and receipts come to this address.',
    badge: { text: 'Confirm your email', tone: 'neutral' },
    title: 'Confirm your email address',
    opening: `${namedWords(mail, brandName)} for mail about an installation appointment. If that is right, press the button.`,
    blocks: [
      {
        kind: 'action',
        label: 'Confirm my address',
        url: mail.link,
        hint: 'The link works for seven days.',
      },
      {
        kind: 'section',
        heading: 'You know nothing of this?',
        text: 'Ignore this mail. Until you press the button, we send nothing else about the appointment here.',
      },
    ],
    footer: [`You receive this mail because this address was named at ${brandName}.`, replyHint],
    calendar: null,
  }
}

/** Without the name of a person or a shop: the reader may be a stranger. */
function namedWords({ namedBy }: z.infer<typeof addressProof>, brandName: string): string {
  switch (namedBy) {
    case 'customer':
      return `A customer of ${brandName} named this address`
    case 'shop':
      return `An installation shop named this address for its customer at ${brandName}`
    case 'administrator':
      return `The staff of ${brandName} named this address for a customer`
    case undefined:
      return `This address was named at ${brandName}`
  }
}
