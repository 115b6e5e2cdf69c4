import * as z from 'zod/mini'
import { wallets } from '../../contract/payments/card-brand.ts'
import { toPay } from '../../contract/payments/to-pay.ts'
import { singleLine } from './single-line.ts'
import { typedLine } from './typed-text.ts'

/** Text that a person typed, as one safe line. */
export const line = typedLine()
/** Text of the catalog, of a card or of an approved shop, as one safe line. */
export const ownLine = z.string().check(z.overwrite(singleLine))
/** ISO with an offset or Z. */
export const instant = z.iso.datetime({ offset: true })
/** Money in cents, greater than zero. */
export const cents = z.int().check(z.positive())
export const webAddress = z.url({ protocol: /^https?$/ })
/** Brand, last four digits and wallet of the card; null if the provider sent none. */
export const card = z.nullable(
  z.object({ brand: ownLine, lastFour: ownLine, wallet: z.optional(z.enum(wallets)) }),
)

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
  /** Whether mails go to the email of the account instead. Missing in mails of older versions. */
  isEmailUnconfirmed: z.optional(z.boolean()),
  /** How the customer pays, where no card is held: missing with one, and in mails of older versions. */
  paysBy: z.optional(z.enum(['link', 'at_shop'])),
  /** The fee for a late cancellation or a no-show. Missing without one, and in mails of older versions. */
  cancelFee: z.optional(z.object({ feeCents: cents, dueAt: instant })),
  /** Whether the customer has no account, and so no page of appointments. Missing with one. */
  hasNoAccount: z.optional(z.boolean()),
  /** Ten digits, formatted or not. */
  customerPhone: line,
  packageName: ownLine,
  /** As shown: '2-3 hours'. */
  installationTime: ownLine,
  /** The price of the package. */
  priceCents: cents,
  /** Missing where the customer pays the price of the package, and in mails of older versions. */
  toPay: z.optional(toPay),
  vehicle: z.object({ year: z.int(), make: ownLine, model: ownLine, vin: z.nullable(line) }),
  /** Of an approved shop. */
  shopName: ownLine,
  shopAddress: ownLine,
  /** Ten digits. Missing where the shop has none, and in mails of older versions. */
  shopPhone: z.optional(z.string().check(z.regex(/^\d{10}$/))),
  /** The address for replies, read when the mail is sent: the outbox does not keep it. */
  shopEmail: z.optional(ownLine),
  timeZone: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** The time of the event. */
  createdAt: instant,
  /** The page where the customer sees and changes the appointment. */
  manageUrl: webAddress,
})
export type AppointmentMail = z.infer<typeof appointmentMail>
