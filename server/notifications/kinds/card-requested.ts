import * as z from 'zod/mini'
import { whatToBring } from '../../../contract/booking/what-to-bring.ts'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail, instant, webAddress } from '../appointment-mail.ts'
import {
  appointmentRows,
  chargePromise,
  customerFooter,
  greeting,
  shortStart,
  shopTime,
  shortVehicle,
  startHeadline,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'

export const cardRequested = z.extend(appointmentMail, {
  /** The signed link to give a card. */
  confirmUrl: webAddress,
  /** The instant until which the shop waits for it. */
  dueAt: instant,
})

type RequestMail = z.infer<typeof cardRequested>

/** To a customer for whom the shop booked, and who has not given a card yet. */
export function describeCardRequest(mail: RequestMail, brandName: string): MailContent {
  const headline = startHeadline(mail)
  const { day, time } = shopTime(mail.dueAt, mail.timeZone)
  const due = `${day}, ${time}`
  return {
    subject: `Add your card for ${shortStart(mail)}`,
    preview: `${headline.main}, ${headline.beside}. Add your card by ${due}. You pay nothing today.`,
    badge: { text: 'Action needed', tone: 'attention' },
    title: 'Add your card to secure your appointment',
    opening: `${greeting(mail)} ${mail.shopName} booked this appointment for you and your ${shortVehicle(mail)}.`,
    blocks: [
      headline,
      {
        kind: 'action',
        label: 'Add your card',
        url: mail.confirmUrl,
        hint: `Please do it by ${due}. It takes a minute, without signing in. The button opens ${new URL(mail.confirmUrl).host}. We never ask for card numbers by email.`,
      },
      { kind: 'details', rows: appointmentRows(mail) },
      {
        kind: 'panel',
        heading: 'You pay nothing today',
        lines: [
          `We place a hold of ${formatCents(mail.priceCents)} on your card. Your bank may show it as pending.`,
          chargePromise(mail),
        ],
      },
      { kind: 'list', heading: 'What to bring', items: [...whatToBring] },
      {
        kind: 'section',
        heading: 'Not you, or another time?',
        text: 'If you need another time, or did not ask for this appointment, please tell the shop.',
      },
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}
