import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail, cents, instant, ownLine } from '../appointment-mail.ts'
import {
  appointmentRows,
  changeSection,
  chargePromise,
  customerFooter,
  feeLines,
  greeting,
  renewalLines,
  shopTime,
  shortStart,
  startHeadline,
  totalOf,
  viewAppointments,
} from '../appointment-words.ts'
import type { DetailRow, MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const appointmentChanged = z.extend(appointmentMail, {
  /** What the mail before this one said. */
  previousStartsAt: instant,
  previousPackageName: ownLine,
  previousPriceCents: cents,
})

type ChangedMail = z.infer<typeof appointmentChanged>

/** To the customer, some minutes after several changes: the state after the last one. */
export function describeChanged(mail: ChangedMail, brandName: string): MailContent {
  const headline = startHeadline(mail)
  const before = shopTime(mail.previousStartsAt, mail.timeZone)
  const isMoved = Date.parse(mail.previousStartsAt) !== Date.parse(mail.startsAt)
  return {
    subject: mailSubject('Changed: ', mail.packageName, ` on ${shortStart(mail)}`),
    preview: `Now ${headline.main}, ${headline.beside}, for ${formatCents(totalOf(mail))}.`,
    badge: { text: 'Changed', tone: 'good' },
    title: 'Your installation has changed',
    opening: `${greeting(mail)} your appointment at ${mail.shopName} was changed more than once. Here's what it looks like now.`,
    blocks: [
      isMoved ? { ...headline, past: `${before.day}, ${before.time}` } : headline,
      viewAppointments(mail, 'Open the attachment to update your calendar.'),
      { kind: 'details', rows: [...packageRows(mail), ...appointmentRows(mail)] },
      {
        kind: 'panel',
        heading: 'What you pay',
        lines: [chargePromise(mail), ...feeLines(mail), ...renewalLines(mail)],
      },
      changeSection(mail),
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}

function packageRows({ packageName, previousPackageName, previousPriceCents }: ChangedMail): DetailRow[] {
  if (packageName === previousPackageName) return []
  return [{ label: 'Before', lines: [previousPackageName, formatCents(previousPriceCents)] }]
}
