import * as z from 'zod/mini'
import { packageId } from '../catalog/packages.ts'
import { vehicle, vehicleInput } from '../catalog/vehicle.ts'
import { appointmentFitment, offeredFitment, packageFitment } from '../fitment/package-fitment.ts'
import { wallets } from '../payments/card-brand.ts'
import { paymentMethodId } from '../payments/card-confirmation.ts'
import { toPay } from '../payments/to-pay.ts'
import { holdHealth } from '../payments/hold-health.ts'
import { priceLineKinds } from '../payments/day-price.ts'
import { moneyMoved } from '../payments/money-moved.ts'
import { isDay, parseTimeOfDay, parseWallTime } from '../time.ts'
import { visitFacts } from '../shops/shop-facts.ts'
import { mostDaysAtOnce } from '../slots/free-days.ts'
import { longestEmail, longestWorkNote } from '../limits.ts'
import { atMost, mailedText, matching, rowNumber, shownTextOrNone, uuid } from '../text.ts'
import { textConsent } from '../texts/consent.ts'
import { workStates } from '../workshop/work-states.ts'
import { decidedFee } from '../payments/cancellation-fee.ts'
import { shownFee } from './cancellation-schemas.ts'
import { phoneSentence, usPhoneDigits } from './us-phone.ts'

export const fullNameSentence = 'Please enter your full name'
export const emailSentence = 'Please enter a valid email address'

/** Payment contact. The phone is a US number in any usual form; its ten digits are stored. */
export const contactFields = {
  name: mailedText(120, fullNameSentence),
  email: z.string(emailSentence).check(z.trim(), atMost(longestEmail, emailSentence), z.email(emailSentence)),
  phone: z.string(phoneSentence).check(
    atMost(30, phoneSentence),
    z.refine((typed) => usPhoneDigits(typed) !== null, phoneSentence),
  ),
}
export const contact = z.strictObject(contactFields)

/** A correction of the contact: missing fields stay. */
export const contactCorrection = z
  .partial(contact)
  .check(z.refine((given) => Object.keys(given).length > 0, 'Please give a name, an email or a phone number'))
export type ContactCorrection = z.infer<typeof contactCorrection>

/** The database has no year 0. */
const isInCalendar = (text: string): boolean => !text.startsWith('0000')

const wallTimeSentence = 'Please give the date as YYYY-MM-DD HH:MM in the shop’s time'
export const wallTime = z.string().check(
  atMost(30, wallTimeSentence),
  z.refine((text) => parseWallTime(text) !== null && isInCalendar(text), wallTimeSentence),
)

/** What the shop should know about the car; empty without one. */
export const customerNote = shownTextOrNone(
  longestWorkNote,
  `Please keep the note under ${longestWorkNote} characters`,
)

const shopId = z.union([rowNumber, matching(/^[1-9]\d{0,8}$/, 9)])

/**
 * POST /api/appointments. `amount` is the package's price in US dollars, with the extra that fitment adds;
 * `date` the shop's wall time 'YYYY-MM-DD HH:MM'. Without `fitment`, a package that does not fit for sure
 * awaits the shop's check. `shownWallets`: the wallets that the consent named, for the record of its text.
 * `textConsent`: the customer ticked the box for text messages. `note`: for the shop, such as an aftermarket
 * amplifier.
 */
export const appointmentOrder = z.strictObject({
  paymentMethodId,
  amount: z.number().check(z.positive(), z.maximum(1_000_000)),
  capture_method: z.string().check(atMost(40)),
  ...contactFields,
  date: wallTime,
  vehicleInfo: vehicleInput,
  productId: packageId,
  shopId: z.optional(shopId),
  fitment: z.optional(offeredFitment),
  shownWallets: z.optional(z.array(z.enum(wallets)).check(z.maxLength(wallets.length))),
  textConsent: z.optional(textConsent),
  note: z.optional(customerNote),
})
export type AppointmentOrder = z.infer<typeof appointmentOrder>

/**
 * Reply of POST /api/appointments. With `requiresAction` the browser confirms the card with `clientSecret`,
 * then sends the same order with the same Idempotency-Key again.
 */
export const orderReply = z.object({
  id: z.string(),
  requiresAction: z.boolean(),
  clientSecret: z.optional(z.string()),
})
export type OrderReply = z.infer<typeof orderReply>

const daySentence = 'Please give the date as YYYY-MM-DD'
const day = z
  .string()
  .check(
    atMost(10, daySentence),
    z.refine(isDay, daySentence),
    z.refine(isInCalendar, 'Please give a day of our calendar'),
  )
const timeSentence = 'Please give the time as on the 24-hour clock, like 9:00'
const time = z.string().check(
  atMost(5, timeSentence),
  z.refine((text) => parseTimeOfDay(text) !== null, timeSentence),
)

/** Another start on the shop's clock; `time` is 24-hour, as in a slot. */
export const newStart = z.strictObject({ date: day, time })

/**
 * PATCH /api/appointments/{id}: change the package, the start, cancel, or correct the contact. `amount` is
 * the price in US dollars that the customer agreed to; without it the present price applies. After 3-D Secure
 * the browser sends the same change again with the `holdId` of the first reply.
 */
export const appointmentChange = z.union([
  z.strictObject({
    productId: packageId,
    amount: z.optional(z.number().check(z.positive(), z.maximum(1_000_000))),
    holdId: z.optional(uuid),
    fitment: z.optional(offeredFitment),
  }),
  newStart,
  z.strictObject({ status: z.literal('cancelled') }),
  z.strictObject({ contact: contactCorrection }),
])
export type AppointmentChange = z.infer<typeof appointmentChange>

const daysSentence = `Please ask for 1 to ${mostDaysAtOnce} days`
const dayCount = z.union([
  z.int(daysSentence).check(z.minimum(1, daysSentence), z.maximum(mostDaysAtOnce, daysSentence)),
  z.string().check(
    atMost(2, daysSentence),
    z.refine((text) => /^[1-9]\d?$/.test(text) && Number(text) <= mostDaysAtOnce, daysSentence),
  ),
])

const minutesSentence = 'Please give 0 to 480 extra minutes'
const minutes = z.union([
  z.int(minutesSentence).check(z.minimum(0, minutesSentence), z.maximum(480, minutesSentence)),
  z.string().check(
    atMost(3, minutesSentence),
    z.refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= 480, minutesSentence),
  ),
])

/**
 * With `days` the reply is a list of that many calendar days from `date` on; without it, the starts of one
 * day.
 */
export const availabilityQuery = z.strictObject({
  date: day,
  days: z.optional(dayCount),
  shopId: z.optional(shopId),
  productId: z.optional(packageId),
  appointmentId: z.optional(uuid),
  /** Minutes that fitment adds to the package's. */
  extraMinutes: z.optional(minutes),
})

export const customerStatuses = ['pending', 'scheduled', 'completed', 'cancelled'] as const

/** What changed of a price on the day, for its customer. */
const ownDayPrice = z.object({
  lines: z.array(z.object({ kind: z.enum(priceLineKinds), description: z.string(), amountCents: z.int() })),
  ...toPay.shape,
  /** The sales tax within the total, once it is paid; null while it is off. */
  taxCents: z.nullable(z.int()),
  paidOtherwiseCents: z.int(),
  /** Refunds of parts. `isMade`: the card provider has made it. */
  refunds: z.array(
    z.object({ amountCents: z.int(), reason: z.string(), at: z.string(), isMade: z.boolean() }),
  ),
})

/**
 * An appointment as its customer sees it. `appointmentDate` is the shop's wall time 'YYYY-MM-DD HH:MM:00'.
 */
export const customerAppointment = z.object({
  id: z.string(),
  productId: z.int(),
  packageName: z.string(),
  installationTime: z.string(),
  durationMinutes: z.int(),
  price: z.number(),
  appointmentDate: z.string(),
  vehicleInfo: vehicle,
  shopId: z.int(),
  shopName: z.string(),
  shopLocation: z.string(),
  /** The shop's facts about a visit. */
  visit: visitFacts,
  timeZone: z.string(),
  status: z.enum(customerStatuses),
  /** Given by the shop or the administrators who cancelled; null without one. */
  cancellationReason: z.nullable(z.string()),
  /** Whether the shop takes no new appointments and no changes: it is suspended. */
  isShopSuspended: z.boolean(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The address that mails about it go to. */
  mailedTo: z.string(),
  /** The mail of the receipt: its address, and whether it has left. Null when there is none. */
  receipt: z.nullable(z.object({ mailedTo: z.string(), isSent: z.boolean() })),
  /** The number of its receipt at its shop; null until it is paid. */
  receiptNumber: z.nullable(z.int()),
  hold: holdHealth,
  /** Charged and refunded amounts, from the ledger. */
  money: moneyMoved,
  /** The price of the day, in cents; left out where it is that of the package and no part was refunded. */
  dayPrice: z.optional(ownDayPrice),
  /** The page that confirms the card, when the hold needs it. */
  confirmCardUrl: z.nullable(z.string()),
  /** The instant until which an unfinished payment keeps the slot; null for every other appointment. */
  claimedUntil: z.nullable(z.string()),
  /**
   * Whether the customer waits for an earlier start, or can; `impossible`: it cannot change, or no bookable
   * day comes before it.
   */
  earlierTime: z.enum(['awaited', 'possible', 'impossible']),
  /** The verdict on the package; null for appointments from before fitment was checked. */
  fitment: z.nullable(appointmentFitment),
  workState: z.enum(workStates),
  /** The fee for a cancellation from an instant on, and for a no-show; null without one. */
  cancelFee: z.nullable(shownFee),
  /** The agreed fee that counts once the shop has confirmed the fit; null without an open check or a fee. */
  feeAfterCheck: z.nullable(shownFee),
  /** The fee of a cancelled appointment; null without one. */
  decidedFee: z.nullable(decidedFee),
})
export type CustomerAppointment = z.infer<typeof customerAppointment>

/** Earlier starts that are free already, in order, as the shop's wall time 'YYYY-MM-DD HH:MM:00'. */
export const openStarts = z.object({ openStarts: z.array(z.string()) })

/**
 * Whether an appointment can change to a package at its present start; `problem` says why not. `fitment` is
 * the verdict on the appointment's car.
 */
export const packageChoice = z.object({
  productId: z.int(),
  problem: z.nullable(z.string()),
  fitment: packageFitment,
  ruleVersion: z.int(),
})
export type PackageChoice = z.infer<typeof packageChoice>

/**
 * Reply of PATCH /api/appointments/{id}: the appointment after the change. With `requiresAction` nothing has
 * changed yet: the browser confirms the card with `clientSecret` and sends the same change again with
 * `holdId`.
 */
export const appointmentChangeReply = z.extend(customerAppointment, {
  requiresAction: z.optional(z.boolean()),
  clientSecret: z.optional(z.string()),
  holdId: z.optional(z.string()),
})
