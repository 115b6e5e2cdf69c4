import ICAL from 'ical.js'

import { formatPhone } from '../../contract/booking/us-phone.ts'
import { whatToBring } from '../../contract/booking/what-to-bring.ts'
import { brandName } from '../../contract/brand.ts'
import type { AppointmentMail } from './appointment-mail.ts'
import type { MailContent } from './mail-content.ts'
import type { MailSender } from './mail-sender.ts'
import { calendarComponent, calendarTime, writeCalendar } from './write-calendar.ts'

const oneDaySeconds = 86_400

/**
 * Renders the appointment as an iCalendar file. The UID never changes, so a file with a higher sequence
 * replaces the earlier entry, and a CANCEL removes it.
 *
 * The method is PUBLISH, not REQUEST: a calendar answers a REQUEST (an invitation) by mail, and the sender's
 * mailbox is not read for such answers. RFC 5546 (3.2.1, 3.2.5) requires an organizer in both. It must be the
 * same one, or a calendar ignores the CANCEL; it is the sender address.
 */
export function calendarFile(
  { method, appointment: mail, shopEntry }: NonNullable<MailContent['calendar']>,
  sender: MailSender,
): string {
  const cancelled = method === 'CANCEL'
  const entry = shopEntry ?? customerEntry(mail, cancelled)
  const event = calendarComponent('vevent', {
    uid: entry.uid,
    sequence: mail.sequence,
    dtstamp: calendarTime(mail.createdAt),
    dtstart: calendarTime(mail.startsAt),
    dtend: calendarTime(mail.endsAt),
    summary: `${cancelled ? 'Cancelled: ' : ''}${entry.summary}`,
    location: `${mail.shopName}, ${mail.shopAddress}`,
    description: entry.description,
    organizer: `mailto:${sender.address}`,
    url: entry.url,
    status: cancelled ? 'CANCELLED' : 'CONFIRMED',
    'last-modified': calendarTime(mail.createdAt),
  })
  event.getFirstProperty('organizer')?.setParameter('cn', sender.name)
  // A shop with many appointments wants no alarm for each.
  if (!cancelled && !shopEntry) {
    event.addSubcomponent(
      calendarComponent('valarm', {
        action: 'DISPLAY',
        trigger: ICAL.Duration.fromSeconds(-oneDaySeconds),
        description: `Tomorrow: ${mail.packageName} installation at ${mail.shopName}`,
      }),
    )
  }
  const calendar = calendarComponent('vcalendar', {
    version: '2.0',
    prodid: `-//${brandName}//Appointments//EN`,
    method,
  })
  calendar.addSubcomponent(event)
  return writeCalendar(calendar)
}

function customerEntry(mail: AppointmentMail, cancelled: boolean) {
  return {
    uid: `appointment-${mail.appointmentId}@dashfit`,
    summary: `${mail.packageName} installation`,
    description: describe(mail, cancelled),
    url: mail.manageUrl,
  }
}

function describe(mail: AppointmentMail, cancelled: boolean): string {
  const { year, make, model } = mail.vehicle
  const what = `${mail.packageName} for your ${year} ${make} ${model}.`
  if (cancelled) return `${what}\nThis appointment was cancelled.`
  return [
    what,
    `Installation time: ${mail.installationTime}.`,
    ...(mail.shopPhone === undefined ? [] : [`Call the shop: ${formatPhone(mail.shopPhone)}`]),
    '',
    'What to bring:',
    ...whatToBring.map((thing) => `- ${thing}`),
    '',
    `See or change it under My Appointments: ${mail.manageUrl}`,
  ].join('\n')
}
