import * as z from 'zod/mini'
import { appointmentMail, line } from '../appointment-mail.ts'
import { appointmentRows, customerFooter, greeting, shortDay, startHeadline } from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const mailAddressChanged = z.extend(appointmentMail, {
  /** `proof`: the reader of the new address opened the mailed link. */
  changedBy: z.enum(['customer', 'shop', 'administrator', 'proof']),
  /** The new address, masked: the reader of the old one may be another person. */
  newAddress: line,
  /** Whether mail goes to the new address from now on. */
  isInUse: z.boolean(),
})
type AddressChangedMail = z.infer<typeof mailAddressChanged>

/** Masks an address but for its first letter and its domain: 'k***@example.com'. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}***${address.slice(at)}`
}

/** To the address where mails about an appointment went, once another one is named for them or proven. */
export function describeMailAddressChanged(mail: AddressChangedMail, brandName: string): MailContent {
  return {
    subject: mailSubject('Email changed: ', mail.packageName, ` on ${shortDay(mail)}`),
    preview: "If you didn't ask for this, correct it in My Appointments or reply to this email.",
    badge: { text: 'Email changed', tone: 'attention' },
    title: 'The email of your appointment was changed',
    opening: `${greeting(mail)} ${changeSentence(mail, brandName)} ${newAddressSentence(mail)}`,
    blocks: [
      startHeadline(mail),
      {
        kind: 'panel',
        heading: "If you didn't ask for this",
        lines: [
          'Open My Appointments, choose Correct Contact and fix the email.',
          "Or reply to this email, and we'll fix it for you.",
        ],
      },
      { kind: 'action', label: 'Check my appointment', url: mail.manageUrl },
      { kind: 'details', rows: appointmentRows(mail) },
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}

function changeSentence({ changedBy, shopName }: AddressChangedMail, brandName: string): string {
  switch (changedBy) {
    case 'customer':
      return `the email of your appointment at ${shopName} was changed in your account.`
    case 'shop':
      return `the email of your appointment was changed by ${shopName}.`
    case 'administrator':
      return `the email of your appointment at ${shopName} was changed by ${brandName}.`
    case 'proof':
      return `a new email was confirmed for your appointment at ${shopName}.`
  }
}

function newAddressSentence({ newAddress, isInUse }: AddressChangedMail): string {
  const address = newAddress === '' ? 'another address' : newAddress
  return isInUse
    ? `Emails about it go to ${address} from now on.`
    : `Emails about it go to ${address} once the link we sent there is opened. Until then they go to your account's email.`
}
