import * as z from 'zod/mini'
import { singleLine } from './single-line.ts'

/** User-written text as one safe line. */
export const line = z.string().check(z.overwrite(singleLine))
/** ISO with an offset or Z. */
export const instant = z.iso.datetime({ offset: true })
/** Money in cents, greater than zero. */
export const cents = z.int().check(z.positive())
export const webAddress = z.url({ protocol: /^https?$/ })
/** Brand and last four digits of the card; null if the provider sent none. */
export const card = z.nullable(z.object({ brand: line, lastFour: line }))

/**
 * Common payload of every appointment mail: a snapshot at the time of the event, so that a late mail never
 * mixes two states. Instants are ISO with an offset or Z, the price is in cents.
 */
export const appointmentMail = z.object({
  appointmentId: z.uuid(),
  /** Increases with every change of the appointment, so that calendars recognize the newest file. */
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
  /** The time of the event. */
  createdAt: instant,
  /** The page where the customer sees and changes the appointment. */
  manageUrl: webAddress,
})
export type AppointmentMail = z.infer<typeof appointmentMail>
