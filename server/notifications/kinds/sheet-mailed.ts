import * as z from 'zod/mini'
import { sheetKinds } from '../../../contract/workshop/sheets.ts'
import { appointmentMail } from '../appointment-mail.ts'
import {
  customerFooter,
  greeting,
  locationRow,
  serviceRow,
  shortVehicle,
  startHeadline,
  vehicleRow,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const sheetMailed = z.extend(appointmentMail, { sheet: z.enum(sheetKinds) })

const words = {
  work_order: { name: 'Work order', sentence: 'Your work order is attached, with the signature.' },
  receipt: { name: 'Receipt', sentence: 'Your receipt is attached.' },
} as const

/** To the customer, with a sheet about the appointment as PDF. */
export function describeSheet(mail: z.infer<typeof sheetMailed>, brandName: string): MailContent {
  const { name, sentence } = words[mail.sheet]
  const vehicle = shortVehicle(mail)
  const start = startHeadline(mail)
  return {
    subject: mailSubject(`${name} for your ${vehicle}, `, mail.shopName),
    preview: sentence,
    badge: { text: name, tone: 'neutral' },
    title: `${name} for your ${vehicle}`,
    opening: `${greeting(mail)} ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`,
    blocks: [
      viewAppointments(mail, 'Open the attachment to read or print it.'),
      {
        kind: 'details',
        rows: [
          { label: 'Appointment', lines: [start.main, start.beside] },
          serviceRow(mail),
          vehicleRow(mail),
          locationRow(mail),
        ],
      },
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}
