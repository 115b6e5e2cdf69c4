import { formatPhone } from '../../contract/booking/us-phone.ts'
import { formatCents } from '../../contract/money.ts'
import { formatCard } from '../../contract/payments/card-brand.ts'
import { chargeWords } from '../../contract/payments/charge-words.ts'
import { renewalHours } from '../../contract/payments/hold-plan.ts'
import { dayOf, formatLongDay, formatTwelveHour, wallTimeOf } from '../../contract/time.ts'
import type { AppointmentMail } from './appointment-mail.ts'
import { shopReplyHint } from './reply-hint.ts'
import type { DetailRow, MailBlock } from './mail-content.ts'

/** Formats an instant on the shop's clock: 'Monday, December 7, 2026' and '9:00 AM PST'. */
export function shopTime(instant: string, timeZone: string): { day: string; time: string } {
  const at = Date.parse(instant)
  const { day, minutes } = wallTimeOf(at, timeZone)
  return { day: formatLongDay(day), time: `${formatTwelveHour(minutes)} ${zoneName(at, timeZone)}` }
}

const shortDayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** Formats the start on the shop's clock: 'Mon, Dec 7'. */
export function shortDay(mail: Pick<AppointmentMail, 'startsAt' | 'timeZone'>): string {
  return shortDayFormat.format(Date.parse(dayOf(Date.parse(mail.startsAt), mail.timeZone)))
}

/** Formats the start on the shop's clock: 'Mon, Dec 7, 9:00 AM'. */
export function shortStart(mail: Pick<AppointmentMail, 'startsAt' | 'timeZone'>): string {
  const { minutes } = wallTimeOf(Date.parse(mail.startsAt), mail.timeZone)
  return `${shortDay(mail)}, ${formatTwelveHour(minutes)}`
}

const weekdayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' })

/** The weekday of the start on the shop's clock: 'Monday'. */
export function startWeekday(mail: Pick<AppointmentMail, 'startsAt' | 'timeZone'>): string {
  return weekdayFormat.format(Date.parse(dayOf(Date.parse(mail.startsAt), mail.timeZone)))
}

/** The appointment's start as the headline block. */
export function startHeadline(mail: AppointmentMail): MailBlock & { kind: 'headline' } {
  const { day, time } = shopTime(mail.startsAt, mail.timeZone)
  return { kind: 'headline', main: day, beside: time }
}

/** 'BMW X5' */
export function shortVehicle({ vehicle }: AppointmentMail): string {
  return `${vehicle.make} ${vehicle.model}`
}

/** The price of the package with its lines, in cents. */
export function totalOf({ priceCents, toPay }: AppointmentMail): number {
  return toPay?.totalCents ?? priceCents
}

export function serviceRow(mail: AppointmentMail): DetailRow {
  const price = `${formatCents(mail.priceCents)}, parts & labor included`
  const totalCents = totalOf(mail)
  const total = totalCents === mail.priceCents ? [] : [`Total with all changes: ${formatCents(totalCents)}`]
  return { label: 'Service', lines: [mail.packageName, price, ...total] }
}

export function vehicleRow({ vehicle }: AppointmentMail): DetailRow {
  const name = `${vehicle.year} ${vehicle.make} ${vehicle.model}`
  return { label: 'Vehicle', lines: vehicle.vin ? [name, `VIN ${vehicle.vin}`] : [name] }
}

export function locationRow(mail: AppointmentMail): DetailRow {
  const { shopName, shopAddress, shopPhone } = mail
  return {
    label: 'Location',
    lines: [shopName, shopAddress],
    ...(shopPhone !== undefined && { phone: shopPhone }),
  }
}

/** Detail rows of the appointment: package, shop, vehicle and customer. */
export function appointmentRows(mail: AppointmentMail): DetailRow[] {
  return [
    serviceRow(mail),
    { label: 'Duration', lines: [mail.installationTime] },
    locationRow(mail),
    vehicleRow(mail),
    ...contactRow(mail),
  ]
}

/** The contact; nothing in a mail without typed text. */
function contactRow(mail: AppointmentMail): DetailRow[] {
  const { customerName, customerPhone } = mail
  if (customerName === '') return []
  const lines = [customerName, formatPhone(customerPhone), emailWords(mail)]
  return [{ label: 'Contact', lines: lines.filter((line) => line !== '') }]
}

/** The named email, and whether this mail went to another one. */
export function emailWords({ customerEmail, isEmailUnconfirmed }: AppointmentMail): string {
  return isEmailUnconfirmed === true ? `${customerEmail} (not confirmed)` : customerEmail
}

/** 'Hi Dana,', or 'Hello,' in a mail without typed text. */
export function greeting({ customerName }: AppointmentMail): string {
  const [first = ''] = customerName.trim().split(/\s+/)
  if (first === '') return 'Hello,'
  // 'Dr. Whitfield' and 'Whitfield, Dana' do not begin with the first name.
  return `Hi ${/[.,]$/.test(first) ? customerName.trim() : first},`
}

/** The charge promise, word for word as on the payment page; for a customer who pays at the shop, that. */
export function chargePromise({ priceCents, toPay, paysBy, cancelFee }: AppointmentMail): string {
  const isPaidAtShop = paysBy === 'at_shop'
  return chargeWords({ priceCents, toPay, isPaidAtShop, feeCents: cancelFee?.feeCents }).replaceAll('’', "'")
}

/** The terms for a cancellation and a no-show; nothing without a fee. */
export function feeLines({ cancelFee, createdAt, timeZone }: AppointmentMail): string[] {
  if (cancelFee === undefined) return []
  const fee = formatCents(cancelFee.feeCents)
  if (Date.parse(cancelFee.dueAt) <= Date.parse(createdAt))
    return [`If you cancel now or don't come, you pay a fee of ${fee} instead.`]
  const until = shortStart({ startsAt: cancelFee.dueAt, timeZone })
  return [`Cancel free until ${until}. After that, or if you don't come, you pay a fee of ${fee} instead.`]
}

/** What happens to the hold until then; nothing without a hold. */
export function renewalLines({ paysBy }: AppointmentMail): string[] {
  return paysBy === undefined ? [renewalPromise] : []
}

const renewalPromise = `Holds last about a week, with some cards up to 30 days. If yours expires before your appointment, we place a new one ${renewalHours[0] / 24} days ahead. We'll email you if your bank needs you to confirm.`

/** 'Visa ending in 4242', or a phrase that fits any card. */
export function cardWords(card: Parameters<typeof formatCard>[0] | null): string {
  return card === null ? 'the card you gave us' : formatCard(card, 'the card')
}

/** The link to the page of appointments, for which a customer without an account needs one. */
export function viewAppointments(mail: AppointmentMail, hint?: string): MailBlock {
  const action = { kind: 'action', label: 'View my appointments', url: mail.manageUrl } as const
  if (mail.hasNoAccount)
    return { ...action, hint: 'Sign in with this email to see it. We create your account if you have none.' }
  return hint === undefined ? action : { ...action, hint }
}

/** How to change or cancel, by the terms that the customer agreed to. */
export function changeSection(mail: AppointmentMail): MailBlock {
  const change = 'Need another time or package? Open My Appointments and choose Reschedule or Change Package.'
  return { kind: 'section', heading: 'Changes', text: `${change} ${cancelSentence(mail)}` }
}

function cancelSentence({ cancelFee, createdAt, timeZone }: AppointmentMail): string {
  if (cancelFee === undefined) return 'You can cancel there for free until your appointment starts.'
  const fee = formatCents(cancelFee.feeCents)
  return Date.parse(cancelFee.dueAt) <= Date.parse(createdAt)
    ? `You can cancel there too, for a fee of ${fee}.`
    : `You can cancel there too: free until ${shortStart({ startsAt: cancelFee.dueAt, timeZone })}, after that for a fee of ${fee}.`
}

export function customerFooter(mail: AppointmentMail, brandName: string): string[] {
  return [
    `You're getting this because of an appointment at ${brandName}.`,
    `${mail.shopName}, ${mail.shopAddress}`,
    shopReplyHint(mail),
  ]
}

// Creating a formatter costs a thousand times one use of it, so they are cached per zone.
const zoneNameFormats = new Map<string, Intl.DateTimeFormat>()

function zoneNameFormat(timeZone: string): Intl.DateTimeFormat {
  let format = zoneNameFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    zoneNameFormats.set(timeZone, format)
  }
  return format
}

function zoneName(instant: number, timeZone: string): string {
  const parts = zoneNameFormat(timeZone).formatToParts(instant)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
