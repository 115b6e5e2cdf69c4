import icalendar, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

import { brandName } from '../../contract/brand.ts'
import type { AppointmentMail } from './appointment-mail.ts'
import { oneLine } from './one-line.ts'

const oneDaySeconds = 86_400

/**
 * The appointment as an iCalendar file. Its UID stays the same for the appointment's whole life, so a file with a
 * higher sequence replaces the entry an earlier one made.
 *
 * PUBLISH, not REQUEST: a request is an invitation, to which calendars answer the sender with a mail that nobody reads.
 */
export function calendarFile(mail: AppointmentMail): string {
  const calendar = icalendar({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: brandName, product: 'Appointments', language: 'EN' },
  })
  const { year, make, model } = mail.vehicle
  // Without a zone the library writes UTC, which every calendar shows by its own clock. With one, it reads the
  // Date by the clock of this machine and lands on the wrong hour.
  const event = calendar.createEvent({
    id: `appointment-${mail.appointmentId}@dashfit`,
    sequence: mail.sequence,
    start: new Date(mail.startsAt),
    end: new Date(mail.endsAt),
    stamp: new Date(mail.createdAt),
    created: new Date(mail.createdAt),
    summary: `${oneLine(mail.packageName)} installation`,
    location: `${oneLine(mail.shopName)}, ${oneLine(mail.shopAddress)}`,
    description: [
      `${oneLine(mail.packageName)} for your ${oneLine(`${year} ${make} ${model}`)}.`,
      `Installation time: ${oneLine(mail.installationTime)}.`,
      'Please bring every key you need to drive and lock it, your phone and its charging cable.',
      '',
      `See or change it under My Appointments: ${mail.manageUrl}`,
    ].join('\n'),
    url: mail.manageUrl,
    status: ICalEventStatus.CONFIRMED,
  })
  event.createAlarm({
    type: ICalAlarmType.display,
    triggerBefore: oneDaySeconds,
    description: `Tomorrow: ${oneLine(mail.packageName)} installation at ${oneLine(mail.shopName)}`,
  })
  // RFC 5545 ends every line, the last one too; the library leaves that one open.
  return `${calendar.toString()}\r\n`
}
