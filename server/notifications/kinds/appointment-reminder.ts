import * as z from 'zod/mini'
import { whatToBring } from '../../../contract/booking/what-to-bring.ts'
import { directionsUrl } from '../../../contract/shops/directions.ts'
import { appointmentMail, line } from '../appointment-mail.ts'
import {
  customerFooter,
  greeting,
  locationRow,
  serviceRow,
  shopTime,
  shortStart,
  shortVehicle,
  startHeadline,
  startWeekday,
  vehicleRow,
} from '../appointment-words.ts'
import type { DetailRow, MailContent } from '../mail-content.ts'
import { mailSubject, previewWith } from '../mail-subject.ts'

export const appointmentReminder = z.extend(appointmentMail, {
  /** Typed by the shop; missing where it says nothing. */
  parking: z.optional(line),
  waitingRoom: z.optional(line),
  shuttle: z.optional(line),
})
type ReminderMail = z.infer<typeof appointmentReminder>

/** To the customer about two days before the start: everything for the visit. */
export function describeReminder(mail: ReminderMail, brandName: string): MailContent {
  const headline = startHeadline(mail)
  return {
    subject: mailSubject('Reminder: ', mail.packageName, ` on ${shortStart(mail)}`),
    preview: previewWith(`${headline.main}, ${headline.beside}, at `, mail.shopName, '. See what to bring.'),
    badge: { text: 'Coming up', tone: 'good' },
    title: `See you on ${startWeekday(mail)}`,
    opening: `${greeting(mail)} ${mail.shopName} is expecting you and your ${shortVehicle(mail)}. Here is everything for your visit.`,
    blocks: [
      headline,
      {
        kind: 'action',
        label: 'Get directions',
        url: directionsUrl(mail.shopAddress),
        hint: 'Open the attachment to add the appointment to your calendar.',
      },
      { kind: 'details', rows: visitRows(mail) },
      { kind: 'list', heading: 'What to bring', items: [...whatToBring] },
      {
        kind: 'section',
        heading: 'Need to change something?',
        text: `Reschedule or cancel free until your appointment starts, under My Appointments: ${mail.manageUrl}`,
      },
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}

function visitRows(mail: ReminderMail): DetailRow[] {
  const { parking, waitingRoom, shuttle, installationTime } = mail
  const rowOf = (label: string, text: string | undefined): DetailRow[] =>
    text ? [{ label, lines: [text] }] : []
  const { time } = shopTime(mail.endsAt, mail.timeZone)
  return [
    locationRow(mail),
    ...rowOf('Parking', parking),
    { label: 'Ready', lines: [`Around ${time}`, `The installation takes ${installationTime}`] },
    ...rowOf('Waiting room', waitingRoom),
    ...rowOf('Shuttle', shuttle),
    serviceRow(mail),
    vehicleRow(mail),
  ]
}
