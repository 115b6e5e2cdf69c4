import * as z from 'zod/mini'
import { usPhoneDigits } from '../../contract/booking/us-phone.ts'
import { formatCents } from '../../contract/money.ts'
import { paymentLabels, paymentWords } from '../../contract/payments/payment-words.ts'
import { formatTwelveHour, wallTimeOf } from '../../contract/time.ts'
import { cents, instant, line, ownLine, webAddress } from './appointment-mail.ts'
import type { JobLine, MailBlock } from './mail-content.ts'
import { shopMail } from './shop-mail.ts'

/** Jobs in one mail; it counts the rest. */
export const mostJobs = 30

const job = z.object({
  appointmentId: z.uuid(),
  startsAt: instant,
  endsAt: instant,
  bayName: line,
  customerName: line,
  customerPhone: line,
  vehicle: z.object({ year: z.int(), make: ownLine, model: ownLine }),
  /** The last six characters of the VIN; null without one. */
  vinEnd: z.nullable(line),
  packageName: ownLine,
  priceCents: cents,
  payment: z.enum(paymentLabels),
  awaitsFitment: z.boolean(),
  /** The appointment in Appointment Management. */
  url: webAddress,
})
export type DayJob = z.infer<typeof job>

/**
 * Common payload of the mails about a day of a shop. The jobs name customers, so the outbox keeps them only
 * until the mail is sent.
 */
export const shopDayMail = z.extend(shopMail, {
  /** By the shop's calendar: '2026-12-07'. */
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  timeZone: z.string(),
  /** The mail is worthless from then on. */
  usefulUntil: instant,
  /** All jobs, also those beyond the list. */
  count: z.int().check(z.nonnegative()),
  jobs: z.array(job).check(z.maxLength(mostJobs)),
  adminUrl: webAddress,
})
export type ShopDayMail = z.infer<typeof shopDayMail>

const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** 'Mon, Dec 7' */
export function shortDayOf(instantOrDay: number | string): string {
  return dayFormat.format(typeof instantOrDay === 'string' ? Date.parse(instantOrDay) : instantOrDay)
}

/** '1 job' or '3 jobs' */
export function jobCount(count: number): string {
  return count === 1 ? '1 job' : `${count} jobs`
}

/** The jobs as a list; nothing without any. */
export function jobsBlock(mail: ShopDayMail, heading: string, lineOf = jobLine): MailBlock[] {
  if (mail.jobs.length === 0) return []
  const more = mail.count - mail.jobs.length
  return [
    {
      kind: 'jobs',
      heading,
      jobs: mail.jobs.map((each) => lineOf(each, mail)),
      ...(more > 0 && { rest: `and ${jobCount(more)} more` }),
    },
  ]
}

/** '9:00 AM' */
function timeOf(instant: string, timeZone: string): string {
  return formatTwelveHour(wallTimeOf(Date.parse(instant), timeZone).minutes)
}

/** One job of the day, with the money in the words of the pages. */
export function jobLine(each: DayJob, { timeZone }: Pick<ShopDayMail, 'timeZone'>): JobLine {
  const { bayName, customerName, vehicle, vinEnd, packageName, priceCents, payment, url } = each
  const time = `${timeOf(each.startsAt, timeZone)} to ${timeOf(each.endsAt, timeZone)}`
  const phone = usPhoneDigits(each.customerPhone)
  const alert = alertOf(each)
  return {
    time: bayName === '' ? time : `${time}, ${bayName}`,
    title: `${vehicle.year} ${vehicle.make} ${vehicle.model}`,
    url,
    lines: [
      `${packageName}, ${formatCents(priceCents)}: ${paymentWords[payment]}`,
      ...(vinEnd === null || vinEnd === '' ? [] : [`VIN ends in ${vinEnd}`]),
      ...(customerName === '' ? [] : [customerName]),
    ],
    ...(phone !== null && { phone }),
    ...(alert !== null && { alert }),
  }
}

function alertOf({ awaitsFitment, payment }: DayJob): string | null {
  if (awaitsFitment) return 'Awaiting your fitment check.'
  if (payment === 'hold_failed') return 'No card is held. Call the customer before you begin.'
  if (payment === 'card_unconfirmed') return 'The customer still has to confirm the card.'
  return null
}
