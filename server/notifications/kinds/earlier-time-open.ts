import * as z from 'zod/mini'
import { appointmentMail, instant, webAddress } from '../appointment-mail.ts'
import {
  customerFooter,
  greeting,
  locationRow,
  serviceRow,
  shopTime,
  shortStart,
  shortVehicle,
  vehicleRow,
} from '../appointment-words.ts'
import type { MailBlock, MailContent } from '../mail-content.ts'

export const earlierTimeOpen = z.extend(appointmentMail, {
  /** The starts that opened, the earliest first. */
  openStarts: z.array(instant).check(z.minLength(1)),
  /** My Appointments, with the earliest of them chosen. */
  rescheduleUrl: webAddress,
})
type EarlierTimeMail = z.infer<typeof earlierTimeOpen>

/** Starts in the list beside the earliest one. */
const mostListed = 4

/** To a customer on the waiting list, when an earlier start opened at the shop. */
export function describeEarlierTime(mail: EarlierTimeMail, brandName: string): MailContent {
  const { timeZone, shopName, manageUrl } = mail
  const startsAt = mail.openStarts[0] ?? mail.startsAt
  const { day, time } = shopTime(startsAt, timeZone)
  const own = shopTime(mail.startsAt, timeZone)
  return {
    subject: `An earlier time opened: ${shortStart({ startsAt, timeZone })}`,
    preview: `Your appointment stays on ${shortStart(mail)} until you confirm a new time.`,
    badge: { text: 'Earlier time', tone: 'good' },
    title: 'An earlier time opened',
    opening: `${greeting(mail)} ${shopName} now has an earlier time for your ${shortVehicle(mail)}.`,
    blocks: [
      { kind: 'headline', main: day, beside: time },
      {
        kind: 'action',
        label: 'See this time',
        url: mail.rescheduleUrl,
        hint: 'We emailed everyone who is waiting. The first to confirm gets it.',
      },
      ...otherStarts(mail),
      {
        kind: 'details',
        rows: [
          { label: 'Now booked', lines: [own.day, own.time] },
          serviceRow(mail),
          locationRow(mail),
          vehicleRow(mail),
        ],
      },
      {
        kind: 'section',
        heading: 'No longer looking?',
        text: `Your appointment stays as it is. To end these emails, choose Stop under My Appointments: ${manageUrl}`,
      },
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}

function otherStarts({ openStarts, timeZone }: EarlierTimeMail): MailBlock[] {
  const others = openStarts.slice(1).map((startsAt) => shortStart({ startsAt, timeZone }))
  if (others.length === 0) return []
  const rest = others.length - mostListed
  const items = [...others.slice(0, mostListed), ...(rest > 0 ? [`${rest} more`] : [])]
  return [{ kind: 'list', heading: 'Also open', items }]
}
