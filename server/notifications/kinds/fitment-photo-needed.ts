import * as z from 'zod/mini'
import { appointmentMail, line, webAddress } from '../appointment-mail.ts'
import {
  customerFooter,
  greeting,
  shortDay,
  shortVehicle,
  startHeadline,
  vehicleRow,
} from '../appointment-words.ts'
import type { MailBlock, MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const fitmentPhotoNeeded = z.extend(appointmentMail, {
  /** The picture that is needed, in the shop's words; empty for the first request. */
  note: line,
  /** Stays in a mail that leaves out typed text. Missing in mails of older versions. */
  hasNote: z.optional(z.boolean()),
  /** The signed link of the page that takes photos. */
  photoUrl: webAddress,
})

const whereToRead =
  'The shop asks for another photo. Read its words on the page where you add the photo, or under My Appointments.'

/** To the customer of an appointment that awaits the fitment check. */
export function describePhotoNeeded(
  mail: z.infer<typeof fitmentPhotoNeeded>,
  brandName: string,
): MailContent {
  const { note, hasNote = note !== '' } = mail
  const words: MailBlock[] = hasNote
    ? [{ kind: 'panel', heading: 'From the shop', lines: [note === '' ? whereToRead : note] }]
    : []
  return {
    subject: mailSubject('Photo needed: ', mail.packageName, ` on ${shortDay(mail)}`),
    preview: 'Send a photo of your dashboard, and the shop checks that your package fits.',
    badge: { text: 'Photo needed', tone: 'attention' },
    title: 'Send us a photo of your dashboard',
    opening: `${greeting(mail)} ${mail.shopName} checks that ${mail.packageName} fits your ${shortVehicle(mail)}. For that we need a photo of the dashboard with the ignition on.`,
    blocks: [
      startHeadline(mail),
      ...words,
      {
        kind: 'action',
        label: 'Add a photo',
        url: mail.photoUrl,
        hint: "It takes a minute and no sign-in. If the package doesn't fit, we cancel and release your hold.",
      },
      { kind: 'details', rows: [vehicleRow(mail)] },
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}
