import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail, cents, webAddress } from '../appointment-mail.ts'
import {
  customerFooter,
  greeting,
  locationRow,
  serviceRow,
  shortVehicle,
  startHeadline,
  vehicleRow,
} from '../appointment-words.ts'
import type { MailBlock, MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'

export const priceToAgree = z.extend(appointmentMail, {
  totalCents: cents,
  /** The amount that the customer has agreed to. Missing in older mails: the price of the package. */
  agreedCents: z.optional(cents),
  /** The extra amount of an agreed total that is not held; missing where the total is open. */
  toConfirmCents: z.optional(cents),
  /** The signed link to the page with the lines of the price. */
  priceUrl: webAddress,
})
type PriceToAgree = z.infer<typeof priceToAgree>

/**
 * The request to agree to a price. Its lines are typed text, so the page lists them and the mail does not.
 */
export function describePriceToAgree(mail: PriceToAgree, brandName: string): MailContent {
  const { toConfirmCents } = mail
  return toConfirmCents === undefined
    ? askForAgreement(mail, brandName)
    : askForConfirmation(mail, toConfirmCents, brandName)
}

/** The job costs more than was agreed. */
function askForAgreement(mail: PriceToAgree, brandName: string): MailContent {
  const [total, before] = [formatCents(mail.totalCents), formatCents(mail.agreedCents ?? mail.priceCents)]
  return {
    ...frame(mail, brandName, {
      headline: { kind: 'headline', look: 'amount', main: total, beside: `instead of ${before}` },
      label: 'See the price and agree',
      panel: {
        heading: 'Nothing more is charged before you agree',
        lines: [
          'If you do not agree, speak with the shop. Without your agreement the price stays as it was.',
        ],
      },
    }),
    subject: mailSubject(`Please agree to ${total} at `, mail.shopName, ''),
    preview: `The total for your ${shortVehicle(mail)} is ${total}. Nothing more is charged before you agree.`,
    title: `Your total is ${total}`,
    opening: `${greeting(mail)} ${mail.shopName} added something to your job, so it costs more than the ${before} you agreed to.`,
  }
}

/** The total is agreed to, and its extra amount is not held: the bank wants to ask the cardholder. */
function askForConfirmation(mail: PriceToAgree, extraCents: number, brandName: string): MailContent {
  const [total, extra] = [formatCents(mail.totalCents), formatCents(extraCents)]
  return {
    ...frame(mail, brandName, {
      headline: { kind: 'headline', look: 'amount', main: extra, beside: `of your total of ${total}` },
      label: 'See the price and confirm',
      panel: {
        heading: 'Nothing is charged before the work is done',
        lines: [`We hold ${extra} more on your card. If that does not work, pay it at the shop.`],
      },
    }),
    subject: mailSubject(`Please confirm ${extra} at `, mail.shopName, ''),
    preview: `Your bank has not approved ${extra} of your total of ${total} yet.`,
    title: `Please confirm ${extra}`,
    opening: `${greeting(mail)} you agreed to a total of ${total}. Your bank has not approved ${extra} of it yet. It may ask you to confirm it.`,
  }
}

type Parts = {
  headline: MailBlock
  label: string
  panel: { heading: string; lines: string[] }
}

function frame(mail: PriceToAgree, brandName: string, { headline, label, panel }: Parts) {
  const start = startHeadline(mail)
  const hint = `The page lists each part. It takes a minute, without signing in. The button opens ${new URL(mail.priceUrl).host}.`
  return {
    badge: { text: 'Action needed', tone: 'attention' as const },
    blocks: [
      headline,
      { kind: 'action' as const, label, url: mail.priceUrl, hint },
      { kind: 'panel' as const, ...panel },
      {
        kind: 'details' as const,
        rows: [
          { label: 'Appointment', lines: [start.main, start.beside] },
          serviceRow(mail),
          vehicleRow(mail),
          locationRow(mail),
        ],
      },
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}
