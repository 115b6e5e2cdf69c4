import * as z from 'zod/mini'
import { accountFooter, accountMail } from '../account-mail.ts'
import { line, ownLine, webAddress } from '../appointment-mail.ts'
import type { DetailRow, MailBlock, MailContent } from '../mail-content.ts'

export const fitmentRequestAnswered = z.extend(accountMail, {
  vehicle: z.object({ year: z.int(), make: ownLine, model: ownLine }),
  packageName: ownLine,
  /** Of the shop that was asked, with its address. Missing in mails of older versions. */
  shopName: z.optional(ownLine),
  shopAddress: z.optional(ownLine),
  answer: z.enum([
    'fits',
    'fits_with_condition',
    'does_not_fit',
    'activation_only',
    'another_photo',
    'unanswered',
  ]),
  /** Typed by the shop; empty without one. */
  note: line,
  /** The page that takes the photo; null when none is needed. */
  photoUrl: z.nullable(webAddress),
  bookUrl: webAddress,
})

type RequestMail = z.infer<typeof fitmentRequestAnswered>

const titles = {
  fits: 'Good news: it fits your car',
  fits_with_condition: 'It fits your car, with one condition',
  does_not_fit: "It doesn't fit your car",
  activation_only: 'Your car may only need CarPlay switched on',
  another_photo: 'We need a photo of your dashboard',
  unanswered: "We couldn't check your car",
} as const

const openings = {
  fits: (shop: string, what: string) => `${shop} checked your car: ${what} fits.`,
  fits_with_condition: (shop: string, what: string) =>
    `${shop} checked your car: ${what} fits if the following is true.`,
  does_not_fit: (shop: string, what: string) =>
    `${shop} checked your car: ${what} doesn't fit. Nothing was charged.`,
  activation_only: (shop: string, what: string) =>
    `${shop} checked your car. It likely has CarPlay already, and it only needs to be switched on, so ${what} isn't for you.`,
  another_photo: (shop: string, what: string) => `To check whether ${what} fits, ${shop} needs a photo.`,
  unanswered: (shop: string, what: string) =>
    `${shop} didn't answer in 30 days whether ${what} fits, so your request has ended. Nothing was charged. You can ask again at any time.`,
} as const

/** The sentence of the answer. Without a name the shop is called so, within a sentence in lower case. */
function openingOf({ answer, shopName, packageName }: RequestMail): string {
  const unnamed = answer === 'another_photo' ? 'the shop' : 'The shop'
  return openings[answer](shopName ?? unnamed, packageName)
}

function shopRow({ shopName, shopAddress }: RequestMail): DetailRow[] {
  const lines = [shopName, shopAddress].filter((each) => each !== undefined)
  return lines.length === 0 ? [] : [{ label: 'Shop', lines }]
}

/** To a customer who asked about a car without booking. */
export function describeRequestAnswered(mail: RequestMail, brandName: string): MailContent {
  const car = `${mail.vehicle.year} ${mail.vehicle.make} ${mail.vehicle.model}`
  const isBookable = mail.answer === 'fits' || mail.answer === 'fits_with_condition'
  const note: MailBlock[] =
    mail.note === '' ? [] : [{ kind: 'panel', heading: 'From the shop', lines: [mail.note] }]
  const action: MailBlock[] =
    mail.photoUrl !== null
      ? [{ kind: 'action', label: 'Add a photo', url: mail.photoUrl }]
      : isBookable
        ? [{ kind: 'action', label: 'Book an installation', url: mail.bookUrl }]
        : []
  return {
    subject: `${titles[mail.answer]}: ${car}`,
    preview: openingOf(mail),
    badge: {
      text: 'Fitment check',
      tone: mail.photoUrl === null && mail.answer !== 'unanswered' ? 'good' : 'attention',
    },
    title: titles[mail.answer],
    opening: openingOf(mail),
    blocks: [
      ...note,
      { kind: 'details', rows: [{ label: 'Vehicle', lines: [car] }, ...shopRow(mail)] },
      ...action,
    ],
    footer: accountFooter(brandName),
    calendar: null,
  }
}
