import icalendar, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

import { whatToBring } from '../../contract/appointments/what-to-bring.ts'
import { brandName } from '../../contract/brand.ts'
import type { AppointmentMail } from './appointment-mail.ts'
import type { MailContent } from './mail-content.ts'
import type { MailSender } from './mail-sender.ts'

const oneDaySeconds = 86_400

/**
 * The appointment as an iCalendar file. Its UID stays the same for the appointment's whole life, so a file with a
 * higher sequence replaces the entry an earlier one made, and a CANCEL takes it away.
 *
 * PUBLISH, not REQUEST: a request is an invitation, to which calendars answer the sender with a mail that nobody reads.
 * RFC 5546 wants an organizer in both (3.2.1, 3.2.5) and the same one, or a calendar ignores the CANCEL: it is the
 * address the mail comes from.
 */
export function calendarFile(
  { method, appointment: mail }: NonNullable<MailContent['calendar']>,
  sender: MailSender,
): string {
  const cancelled = method === 'CANCEL'
  const calendar = icalendar({
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    prodId: { company: brandName, product: 'Appointments', language: 'EN' },
  })
  // Without a zone the library writes UTC, which every calendar shows by its own clock. With one, it reads the
  // Date by the clock of this machine and lands on the wrong hour.
  const event = calendar.createEvent({
    id: `appointment-${mail.appointmentId}@dashfit`,
    sequence: mail.sequence,
    start: new Date(mail.startsAt),
    end: new Date(mail.endsAt),
    stamp: new Date(mail.createdAt),
    lastModified: new Date(mail.createdAt),
    organizer: { name: sender.name, email: sender.address },
    summary: `${cancelled ? 'Cancelled: ' : ''}${mail.packageName} installation`,
    location: `${mail.shopName}, ${mail.shopAddress}`,
    description: describe(mail, cancelled),
    url: mail.manageUrl,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (!cancelled) {
    event.createAlarm({
      type: ICalAlarmType.display,
      triggerBefore: oneDaySeconds,
      description: `Tomorrow: ${mail.packageName} installation at ${mail.shopName}`,
    })
  }
  // RFC 5545 ends every line, the last one too; the library leaves that one open.
  return `${calendar.toString()}\r\n`
}

function describe(mail: AppointmentMail, cancelled: boolean): string {
  const { year, make, model } = mail.vehicle
  const what = `${mail.packageName} for your ${year} ${make} ${model}.`
  if (cancelled) return `${what}\nThis appointment was cancelled.`
  return [
    what,
    `Installation time: ${mail.installationTime}.`,
    '',
    'What to bring:',
    ...whatToBring.map((thing) => `- ${thing}`),
    '',
    `See or change it under My Appointments: ${mail.manageUrl}`,
  ].join('\n')
}
