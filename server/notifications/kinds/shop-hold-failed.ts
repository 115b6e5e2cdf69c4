import * as z from 'zod/mini'
import { formatPhone } from '../../../contract/booking/us-phone.ts'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail, webAddress } from '../appointment-mail.ts'
import { serviceRow, shortStart, startHeadline, vehicleRow } from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { shopFooter } from '../shop-mail.ts'
import { previewWith, mailSubject } from '../mail-subject.ts'

export const shopHoldFailed = z.extend(appointmentMail, {
  /** The shop's page of appointments. */
  adminUrl: webAddress,
})

/** To the shop, once all attempts to hold the card have failed. */
export function describeShopHoldFailed(mail: z.infer<typeof shopHoldFailed>, brandName: string): MailContent {
  const headline = startHeadline(mail)
  const price = formatCents(mail.priceCents)
  // A mail to an unproven address names no customer.
  const isNamed = mail.customerName !== ''
  const name = isNamed ? mail.customerName : 'the customer'
  const phone = isNamed ? formatPhone(mail.customerPhone) : 'the number in the appointment'
  return {
    subject: isNamed
      ? mailSubject('No card is held: ', name, ` on ${shortStart(mail)}`)
      : `No card is held for ${shortStart(mail)}`,
    preview: previewWith('Please call ', name, ` at ${phone} before you begin the work.`),
    badge: { text: 'No card held', tone: 'attention' },
    title: 'No card is held for this appointment',
    opening: `Every automatic attempt to hold ${price} on the customer's card has failed, and the customer has not confirmed the card yet. The appointment is still on.`,
    blocks: [
      headline,
      {
        kind: 'panel',
        heading: 'What to do',
        lines: [
          `Call ${name} at ${phone} before you begin the work, and ask them to confirm the card with the link in our email.`,
          'Capture Payment will try to charge the saved card after the work; it may be declined.',
        ],
      },
      {
        kind: 'details',
        rows: [
          ...(isNamed ? [{ label: 'Customer', lines: [name, phone] }] : []),
          serviceRow(mail),
          { label: 'Duration', lines: [mail.installationTime] },
          vehicleRow(mail),
          { label: 'Shop', lines: [mail.shopName] },
        ],
      },
      { kind: 'action', label: 'Open appointments', url: mail.adminUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
