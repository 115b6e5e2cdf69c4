import { giveUpHours } from '../../../contract/fitment/review-times.ts'
import type * as z from 'zod/mini'
import { appointmentMail } from '../appointment-mail.ts'
import {
  appointmentRows,
  customerFooter,
  greeting,
  shortDay,
  shortVehicle,
  startHeadline,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const fitmentUndecided = appointmentMail

/** To the customer 72 hours before the start, when the shop has not answered yet. */
export function describeUndecided(mail: z.infer<typeof fitmentUndecided>, brandName: string): MailContent {
  // An appointment that was booked, moved or changed late has until its start.
  const hoursLeft = (Date.parse(mail.startsAt) - Date.parse(mail.createdAt)) / 3_600_000
  const deadline = hoursLeft > giveUpHours ? `${giveUpHours} hours before the start` : 'by the start'
  return {
    subject: mailSubject('Your choice: ', mail.packageName, ` on ${shortDay(mail)}`),
    preview: "The shop hasn't answered yet whether your package fits. You choose.",
    badge: { text: 'Your choice', tone: 'attention' },
    title: 'The fitment check is still open',
    opening: `${greeting(mail)} ${mail.shopName} hasn't answered yet whether ${mail.packageName} fits your ${shortVehicle(mail)}. You can wait for the answer, or cancel free of charge.`,
    blocks: [
      startHeadline(mail),
      {
        kind: 'panel',
        heading: 'What happens next',
        lines: [
          'While the check is open, we place no new hold on your card.',
          `Without an answer ${deadline}, we cancel the appointment and you pay nothing.`,
        ],
      },
      viewAppointments(
        mail,
        'Wait or cancel there. A clear photo of the dashboard helps the shop to answer.',
      ),
      { kind: 'details', rows: appointmentRows(mail) },
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}
