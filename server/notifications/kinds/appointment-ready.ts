import * as z from 'zod/mini'
import { appointmentMail, webAddress } from '../appointment-mail.ts'
import {
  chargePromise,
  customerFooter,
  greeting,
  locationRow,
  serviceRow,
  shortVehicle,
  startHeadline,
  vehicleRow,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const appointmentReady = z.extend(appointmentMail, {
  /** The page with the photos of the work, where the customer signs without a sign-in. */
  signOffUrl: webAddress,
  /** Whether it was paid before the work was done. */
  isPaid: z.boolean(),
})

/** To the customer, once the work is done and the car can be picked up. */
export function describeReady(mail: z.infer<typeof appointmentReady>, brandName: string): MailContent {
  const vehicle = shortVehicle(mail)
  const start = startHeadline(mail)
  return {
    subject: mailSubject(`Your ${vehicle} is ready at `, mail.shopName, ''),
    preview: `The work is done. Pick up your ${vehicle} when it suits you.`,
    badge: { text: 'Ready', tone: 'good' },
    title: `Your ${vehicle} is ready`,
    opening: `${greeting(mail)} the installation is done, and your car is waiting for you at ${mail.shopName}.`,
    blocks: [
      {
        kind: 'action',
        label: 'See the work and sign',
        url: mail.signOffUrl,
        hint: 'Please test everything at the shop before you sign. You can sign there too.',
      },
      {
        kind: 'details',
        rows: [
          locationRow(mail),
          serviceRow(mail),
          vehicleRow(mail),
          { label: 'Appointment', lines: [start.main, start.beside] },
        ],
      },
      ...(mail.isPaid ? [] : [{ kind: 'panel' as const, heading: 'Payment', lines: [chargePromise(mail)] }]),
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}
