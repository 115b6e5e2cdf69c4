import * as z from 'zod/mini'
import { whatToBring } from '../../../contract/booking/what-to-bring.ts'
import { directionsUrl } from '../../../contract/shops/directions.ts'
import { appointmentMail, line, webAddress } from '../appointment-mail.ts'
import {
  customerFooter,
  feeLines,
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
import type { DetailRow, MailBlock, MailContent } from '../mail-content.ts'
import { mailSubject, previewWith } from '../mail-subject.ts'

export const appointmentReminder = z.extend(appointmentMail, {
  /** Typed by the shop; missing where it says nothing. */
  parking: z.optional(line),
  waitingRoom: z.optional(line),
  shuttle: z.optional(line),
  /** The page that confirms, moves or cancels without a sign-in. Missing in mails of older versions. */
  answerUrl: z.optional(webAddress),
  /** Whether it is the short one of some hours before the start. */
  isSecond: z.optional(z.boolean()),
})
type ReminderMail = z.infer<typeof appointmentReminder>

/** To the customer two days before the start: everything for the visit; and a short one hours before it. */
export function describeReminder(mail: ReminderMail, brandName: string): MailContent {
  const headline = startHeadline(mail)
  const { isSecond = false } = mail
  return {
    subject: mailSubject(isSecond ? 'Today: ' : 'Reminder: ', mail.packageName, ` on ${shortStart(mail)}`),
    preview: previewWith(`${headline.main}, ${headline.beside}, at `, mail.shopName, '. See what to bring.'),
    badge: { text: isSecond ? 'Today' : 'Coming up', tone: 'good' },
    title: isSecond ? 'See you soon' : `See you on ${startWeekday(mail)}`,
    opening: `${greeting(mail)} ${mail.shopName} is expecting you and your ${shortVehicle(mail)}.${isSecond ? '' : ' Here is everything for your visit.'}`,
    blocks: [
      headline,
      answerBlock(mail),
      { kind: 'details', rows: isSecond ? [locationRow(mail)] : visitRows(mail) },
      { kind: 'list', heading: 'What to bring', items: [...whatToBring] },
      ...(isSecond && mail.answerUrl !== undefined ? [] : [changeBlock(mail)]),
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}

/** The one button. The page behind the link has the directions too, and acts only by its own buttons. */
function answerBlock({ answerUrl, shopAddress }: ReminderMail): MailBlock {
  return {
    kind: 'action',
    ...(answerUrl === undefined
      ? { label: 'Get directions', url: directionsUrl(shopAddress) }
      : { label: 'Confirm or change', url: answerUrl }),
    hint: 'Open the attachment to add the appointment to your calendar.',
  }
}

function changeBlock(mail: ReminderMail): MailBlock {
  const { answerUrl, manageUrl } = mail
  const [terms = 'It is free until your appointment starts.'] = feeLines(mail)
  return {
    kind: 'section',
    heading: 'Need to change something?',
    text:
      answerUrl === undefined
        ? `Reschedule or cancel under My Appointments: ${manageUrl} ${terms}`
        : `Use the button above to confirm, move or cancel. ${terms}`,
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
