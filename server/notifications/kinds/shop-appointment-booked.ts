import { formatCents } from '../../../contract/money.ts'
import { shortStart } from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'
import {
  carName,
  memberFooter,
  openAppointmentAction,
  shopAppointmentMail,
  shopAppointmentRows,
  shopCalendar,
  shopHeadline,
  type ShopAppointmentMail,
} from '../shop-appointment-mail.ts'

export const shopAppointmentBooked = shopAppointmentMail

/** To the shop, once the card is held and the appointment is booked. */
export function describeShopBooked(mail: ShopAppointmentMail, brandName: string): MailContent {
  const headline = shopHeadline(mail)
  const next =
    mail.fitment === 'awaits_check'
      ? 'Check first if the package fits this car: your answer is awaited.'
      : `A hold of ${formatCents(mail.priceCents)} is on the customer's card.`
  return {
    subject: mailSubject('Booked: ', carName(mail), ` on ${shortStart(mail)}`),
    preview: `${headline.main}, ${headline.beside}, ${formatCents(mail.priceCents)}.`,
    badge: { text: 'Booked', tone: 'good' },
    title: 'You have a new appointment',
    opening: `${mail.packageName} for a ${carName(mail)}. ${next}`,
    blocks: [
      headline,
      openAppointmentAction(mail, 'Open the attachment to add it to your calendar.'),
      { kind: 'details', rows: shopAppointmentRows(mail) },
    ],
    footer: memberFooter(mail.shopName, brandName),
    calendar: shopCalendar(mail, 'PUBLISH'),
  }
}
