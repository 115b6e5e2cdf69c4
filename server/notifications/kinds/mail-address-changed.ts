import * as z from 'zod/mini'
import { appointmentMail, line } from '../appointment-mail.ts'
import { appointmentRows, customerFooter, greeting, shortStart, startHeadline } from '../appointment-words.ts'
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
    subject: mailSubject('Email changed: ', mail.packageName, ` on ${shortStart(mail)}`),
    preview: 'If you did not ask for this, set it right in My Appointments or answer this mail.',
    badge: { text: 'Email changed', tone: 'attention' },
    title: 'The email of your appointment was changed',
    opening: `${greeting(mail)} ${changeSentence(mail, brandName)} ${newAddressSentence(mail)}`,
    blocks: [
      startHeadline(mail),
      {
        kind: 'panel',
        heading: 'If you did not ask for this',
        lines: [
          'Open My Appointments, choose Correct Contact and set the email right.',
          'Or answer this mail, and we set it right for you.',
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
    ? `Mail about it goes to ${address} from now on.`
    : `Mail about it goes to ${address} once a link that we mailed there is opened. Until then it goes to the address of your account.`
}
