import * as z from 'zod/mini'
import { accountMail, mailedLink } from '../account-mail.ts'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'

export const addressProof = z.extend(accountMail, {
  /** The customer who named the address. Never shown. */
  customerId: z.string(),
  link: mailedLink,
})

/** To an address other than the account's own, before any other mail goes there. */
export function describeAddressProof(mail: z.infer<typeof addressProof>, brandName: string): MailContent {
  return {
    subject: `Get mail about an appointment at ${brandName}?`,
    preview: 'One press, and confirmations and receipts come to this address.',
    badge: { text: 'Confirm your email', tone: 'neutral' },
    title: 'Confirm your email address',
    opening: `A customer of ${brandName} named this address for mail about an installation appointment. If that is right, press the button.`,
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
    footer: [`You receive this mail because a customer of ${brandName} named this address.`, replyHint],
    calendar: null,
  }
}
