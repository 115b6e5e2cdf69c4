import * as z from 'zod/mini'
import { singleLine } from './single-line.ts'

/** Text that people wrote, made one harmless line wherever it is shown. */
export const line = z.string().check(z.overwrite(singleLine))
/** ISO with an offset or Z. */
export const instant = z.iso.datetime({ offset: true })
/** Money in cents; an amount of nothing is not worth a mail. */
export const cents = z.int().check(z.positive())
export const webAddress = z.url({ protocol: /^https?$/ })
/** The card as its owner knows it, where the provider told; null otherwise. */
export const card = z.nullable(z.object({ brand: line, lastFour: line }))

/**
 * What every mail about an appointment says of it, as the outbox keeps it: a snapshot of the moment the news became true, so
 * that a mail sent late never mixes two states. Instants are ISO with an offset or Z, the price in cents.
 */
export const appointmentMail = z.object({
  appointmentId: z.uuid(),
  /** Grows with every change of the appointment, so that calendars know the newest file. */
  sequence: z.int().check(z.nonnegative()),
  customerName: line,
  customerEmail: line,
  /** Ten digits, formatted or not. */
  customerPhone: line,
  packageName: line,
  /** As shown: '2-3 hours'. */
  installationTime: line,
  priceCents: cents,
  vehicle: z.object({ year: z.int(), make: line, model: line, vin: z.nullable(line) }),
  shopName: line,
  shopAddress: line,
  timeZone: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** When the news became true. */
  createdAt: instant,
  /** Where the customer sees and changes the appointment. */
  manageUrl: webAddress,
})
export type AppointmentMail = z.infer<typeof appointmentMail>
