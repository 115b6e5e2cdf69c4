import { formatCents } from '../../../contract/money.ts'
import { shortStart, totalOf } from '../appointment-words.ts'
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

function moneyWords({ paysBy, priceCents, toPay }: ShopAppointmentMail): string {
  switch (paysBy) {
    case undefined:
      return `A hold of ${formatCents(priceCents)} is on the customer's card.`
    case 'link':
      return 'The customer was sent a link to add a card.'
    case 'at_shop':
      return `The customer pays ${formatCents(toPay?.dueCents ?? priceCents)} at the shop.`
  }
}

/** To the shop, once the appointment is booked. */
export function describeShopBooked(mail: ShopAppointmentMail, brandName: string): MailContent {
  const headline = shopHeadline(mail)
  const next =
    mail.fitment === 'awaits_check'
      ? 'Check first if the package fits this car: your answer is awaited.'
      : moneyWords(mail)
  return {
    subject: mailSubject('Booked: ', carName(mail), ` on ${shortStart(mail)}`),
    preview: `${headline.main}, ${headline.beside}, ${formatCents(totalOf(mail))}.`,
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
