import * as z from 'zod/mini'
import { vehicle } from '../../contract/catalog/vehicles.ts'

const instant = z.iso.datetime({ offset: true })

/**
 * What a mail about an appointment says, as the outbox keeps it: a snapshot of the moment the news became true, so
 * that a mail sent late never mixes two states. Instants are ISO with an offset or Z, the price in cents.
 */
export const appointmentMail = z.object({
  appointmentId: z.uuid(),
  /** Grows with every change of the appointment, so that calendars know the newest file. */
  sequence: z.int().check(z.nonnegative()),
  customerName: z.string(),
  customerEmail: z.string(),
  /** Ten digits, formatted or not. */
  customerPhone: z.string(),
  packageName: z.string(),
  /** As shown: '2-3 hours'. */
  installationTime: z.string(),
  priceCents: z.int().check(z.positive()),
  vehicle,
  shopName: z.string(),
  shopAddress: z.string(),
  timeZone: z.string(),
  startsAt: instant,
  endsAt: instant,
  createdAt: instant,
  /** Where the customer sees and changes the appointment. */
  manageUrl: z.url({ protocol: /^https?$/ }),
})
export type AppointmentMail = z.infer<typeof appointmentMail>
