import * as z from 'zod/mini'
import { formatPhone, usPhoneDigits } from '../../contract/booking/us-phone.ts'
import { formatCents } from '../../contract/money.ts'
import { countDays, dayOf } from '../../contract/time.ts'
import { appointmentMail, instant, line, webAddress } from './appointment-mail.ts'
import { emailWords, serviceRow, startHeadline, totalOf, vehicleRow } from './appointment-words.ts'
import type { DetailRow, MailBlock, MailContent } from './mail-content.ts'
import { replyHint } from './reply-hint.ts'

/** Common payload of mails about an appointment to the owners and the desk of its shop. */
export const shopAppointmentMail = z.extend(appointmentMail, {
  bayName: line,
  /** What the customer wrote at the booking. Missing without it, and in mails of older versions. */
  customerNote: z.optional(line),
  /** Whether the package fits the car; `unknown` for an appointment without a verdict. */
  fitment: z.enum(['fits', 'fits_with_condition', 'awaits_check', 'unknown']),
  /** Added when the mail is sent, so that 'tomorrow' is true then. */
  sentAt: z.optional(instant),
  /** The appointment in Appointment Management. */
  appointmentUrl: webAddress,
})
export type ShopAppointmentMail = z.infer<typeof shopAppointmentMail>

/** '2013 BMW X5' */
export function carName({ vehicle }: Pick<ShopAppointmentMail, 'vehicle'>): string {
  return `${vehicle.year} ${vehicle.make} ${vehicle.model}`
}

/** 'today', 'tomorrow' or 'in 8 days', by the shop's calendar; null once the day is over. */
export function daysToGo({
  startsAt,
  timeZone,
  createdAt,
  sentAt = createdAt,
}: Pick<ShopAppointmentMail, 'startsAt' | 'timeZone' | 'createdAt' | 'sentAt'>): string | null {
  const [today, day] = [sentAt, startsAt].map((instant) => dayOf(Date.parse(instant), timeZone))
  const days = countDays(today ?? '', day ?? '')
  if (days < 0) return null
  if (days < 2) return days === 0 ? 'today' : 'tomorrow'
  return `in ${days} days`
}

/** The start as the headline, with the days until then. */
export function shopHeadline(mail: ShopAppointmentMail): MailBlock & { kind: 'headline' } {
  const headline = startHeadline(mail)
  const days = daysToGo(mail)
  return { ...headline, beside: days === null ? headline.beside : `${headline.beside}, ${days}` }
}

const fitmentWords = {
  fits: 'Fits',
  fits_with_condition: 'Fits, on a condition that the customer accepted',
  awaits_check: 'Awaiting your check',
  unknown: null,
} as const

/** Detail rows for a shop: car, package, bay, customer and fitment. */
export function shopAppointmentRows(mail: ShopAppointmentMail, ...more: DetailRow[]): DetailRow[] {
  const fitment = fitmentWords[mail.fitment]
  return [
    vehicleRow(mail),
    serviceRow(mail),
    ...more,
    ...(mail.bayName === '' ? [] : [{ label: 'Bay', lines: [mail.bayName] }]),
    { label: 'Duration', lines: [mail.installationTime] },
    ...customerRow(mail),
    ...(mail.customerNote ? [{ label: "Customer's note", lines: [mail.customerNote] }] : []),
    ...(fitment === null ? [] : [{ label: 'Fitment', lines: [fitment] }]),
    { label: 'Shop', lines: [mail.shopName] },
  ]
}

/** The customer with a number to call; nothing in a mail without typed text. */
function customerRow(mail: ShopAppointmentMail): DetailRow[] {
  if (mail.customerName === '') return []
  const phone = usPhoneDigits(mail.customerPhone)
  return [
    {
      label: 'Customer',
      lines: [mail.customerName, emailWords(mail)],
      ...(phone !== null && { phone }),
    },
  ]
}

export function openAppointmentAction(mail: ShopAppointmentMail, hint: string): MailBlock {
  return { kind: 'action', label: 'Open the appointment', url: mail.appointmentUrl, hint }
}

export function memberFooter(shopName: string, brandName: string): string[] {
  const shop = shopName === '' ? 'a shop' : shopName
  return [
    `You're getting this because you work at ${shop} on ${brandName}.`,
    'Choose your emails under Shop, Your emails.',
    replyHint,
  ]
}

/** The calendar entry for a shop, with a UID of its own: the customer may share a calendar with it. */
export function shopCalendar(
  mail: ShopAppointmentMail,
  method: 'PUBLISH' | 'CANCEL',
): NonNullable<MailContent['calendar']> {
  const isNamed = mail.customerName !== ''
  return {
    method,
    appointment: mail,
    shopEntry: {
      uid: `shop-appointment-${mail.appointmentId}@dashfit`,
      summary: `${carName(mail)}, ${mail.packageName}`,
      description: [
        ...(isNamed ? [`Customer: ${mail.customerName}, ${formatPhone(mail.customerPhone)}`] : []),
        ...(mail.bayName === '' ? [] : [`Bay: ${mail.bayName}`]),
        ...(mail.vehicle.vin === null || mail.vehicle.vin === '' ? [] : [`VIN: ${mail.vehicle.vin}`]),
        `Price: ${formatCents(totalOf(mail))}`,
        '',
        mail.appointmentUrl,
      ].join('\n'),
      url: mail.appointmentUrl,
    },
  }
}
