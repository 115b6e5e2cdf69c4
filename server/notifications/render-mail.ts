import { createElement } from 'react'

import type { OutgoingMail } from '../context.ts'
import { appointmentConfirmedText } from './appointment-confirmed-text.ts'
import { appointmentMail } from './appointment-mail.ts'
import { describeAppointment } from './appointment-words.ts'
import { calendarFile } from './calendar-file.ts'

type RenderedMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'attachments'>

/** Renders an outbox row's payload. Throws on a kind it does not know and on a payload that is not of that kind. */
export async function renderMail(kind: string, payload: unknown, brandName: string): Promise<RenderedMail> {
  switch (kind) {
    case 'appointment_confirmed':
      return await renderAppointmentConfirmed(payload, brandName)
    default:
      throw new Error(`There is no mail of the kind ${JSON.stringify(kind)}.`)
  }
}

async function renderAppointmentConfirmed(payload: unknown, brandName: string): Promise<RenderedMail> {
  const mail = appointmentMail.parse(payload)
  const words = describeAppointment(mail, brandName)
  // Loaded with the first mail, not with the server: the components bring half a second of imports.
  const [{ render }, { AppointmentConfirmed }] = await Promise.all([
    import('@react-email/render'),
    import('./appointment-confirmed.tsx'),
  ])
  return {
    subject: words.subject,
    html: await render(createElement(AppointmentConfirmed, { words, manageUrl: mail.manageUrl, brandName })),
    text: appointmentConfirmedText(words, mail.manageUrl, brandName),
    attachments: [
      {
        filename: 'appointment.ics',
        content: calendarFile(mail),
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
      },
    ],
  }
}
