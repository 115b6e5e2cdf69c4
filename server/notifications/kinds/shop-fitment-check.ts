import * as z from 'zod/mini'
import { instant, ownLine, webAddress } from '../appointment-mail.ts'
import { shopTime, shortStart } from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'
import { shopFooter, shopMail, shopNameRow } from '../shop-mail.ts'

export const shopFitmentCheck = z.extend(shopMail, {
  /** `photo_sent`: the photo that the shop asked for is there. */
  news: z.enum(['opened', 'photo_sent']),
  vehicle: z.object({ year: z.int(), make: ownLine, model: ownLine }),
  packageName: ownLine,
  /** The reason why the rules did not decide. */
  openReason: ownLine,
  /** Null for a question without an appointment. */
  startsAt: z.nullable(instant),
  timeZone: z.string(),
  reviewUrl: webAddress,
})

type FitmentCheckMail = z.infer<typeof shopFitmentCheck>

const answerBy = 'Please answer by the end of your next working day.'

function openingOf({ news, startsAt, packageName, shopName }: FitmentCheckMail, car: string): string {
  const place = shopName === '' ? 'your shop' : shopName
  if (news === 'photo_sent')
    return `The customer sent the photo that you asked for, so you can tell if ${packageName} fits the ${car}. ${answerBy}`
  return startsAt === null
    ? `A customer asks ${place} about ${packageName} for a ${car}. Nothing is booked. ${answerBy}`
    : `A customer booked ${packageName} for a ${car} at ${place}. Our rules can't tell if it fits, so we asked for a photo of the dashboard. ${answerBy}`
}

/** To the shop, once a fitment review is open, and once the photo that it asked for is there. */
export function describeFitmentCheck(mail: FitmentCheckMail, brandName: string): MailContent {
  const { news, startsAt, timeZone, vehicle, packageName } = mail
  const car = `${vehicle.year} ${vehicle.make} ${vehicle.model}`
  const isPhoto = news === 'photo_sent'
  const start = startsAt === null ? null : shopTime(startsAt, timeZone)
  const subjectEnd = startsAt === null ? '' : ` on ${shortStart({ startsAt, timeZone })}`
  const subjectStart = isPhoto ? 'Photo sent: ' : startsAt === null ? 'Fitment question: ' : 'Fitment check: '
  return {
    subject: mailSubject(subjectStart, car, subjectEnd),
    preview: isPhoto
      ? `We received the photo of the ${car}. ${answerBy}`
      : `Does ${packageName} fit? ${answerBy}`,
    badge: { text: isPhoto ? 'Photo sent' : 'Fitment check', tone: 'attention' },
    title: isPhoto ? 'The photo you asked for is here' : 'Does the package fit this car?',
    opening: openingOf(mail, car),
    blocks: [
      ...(start ? [{ kind: 'headline' as const, main: start.day, beside: start.time }] : []),
      { kind: 'panel', heading: 'Why we ask', lines: [mail.openReason] },
      {
        kind: 'action',
        label: 'Open the check',
        url: mail.reviewUrl,
        ...(start && {
          hint: "If it doesn't fit, your answer cancels the appointment and releases the hold.",
        }),
      },
      {
        kind: 'details',
        rows: [
          { label: 'Vehicle', lines: [car] },
          { label: 'Service', lines: [packageName] },
          ...shopNameRow(mail),
        ],
      },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
