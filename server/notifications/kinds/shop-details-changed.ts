import * as z from 'zod/mini'
import { appointmentMail, ownLine } from '../appointment-mail.ts'
import {
  appointmentRows,
  changeSection,
  customerFooter,
  greeting,
  shortStart,
  startHeadline,
  viewAppointments,
} from '../appointment-words.ts'
import type { DetailRow, MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const shopDetailsChanged = z.extend(appointmentMail, {
  previousShopName: ownLine,
  previousShopAddress: ownLine,
})
type ChangedMail = z.infer<typeof shopDetailsChanged>

/** To the customer of a coming appointment, once its shop has another name or address. */
export function describeShopDetailsChanged(mail: ChangedMail, brandName: string): MailContent {
  const isMoved = mail.previousShopAddress !== mail.shopAddress
  const headline = startHeadline(mail)
  return {
    subject: mailSubject(isMoved ? 'New address: ' : 'New name: ', mail.shopName, ` on ${shortStart(mail)}`),
    preview: isMoved
      ? 'Your appointment keeps its time. Go to the new address.'
      : 'Your appointment keeps its time and place. The shop has a new name.',
    badge: { text: isMoved ? 'New address' : 'New name', tone: 'attention' },
    title: isMoved ? 'Your shop has a new address' : 'Your shop has a new name',
    opening: `${greeting(mail)} the shop of your appointment has new details. The time and the price stay as they are.`,
    blocks: [
      headline,
      { kind: 'details', rows: changeRows(mail) },
      viewAppointments(mail, 'Open the attachment to update your calendar.'),
      { kind: 'details', rows: appointmentRows(mail) },
      changeSection(mail),
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}

function changeRows(mail: ChangedMail): DetailRow[] {
  return [
    { label: 'Now', lines: [mail.shopName, mail.shopAddress] },
    { label: 'Before', lines: [mail.previousShopName, mail.previousShopAddress] },
  ]
}
