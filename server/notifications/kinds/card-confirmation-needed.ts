import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { chargeableCentsOf } from '../../../contract/payments/charge-words.ts'
import { appointmentMail, ownLine, webAddress } from '../appointment-mail.ts'
import {
  customerFooter,
  greeting,
  locationRow,
  shortDay,
  startHeadline,
  vehicleRow,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'

export const cardConfirmationNeeded = z.extend(appointmentMail, {
  /** Whether the bank requires authentication or declined the card. */
  reason: z.enum(['authentication', 'declined']),
  /** The provider's decline message, safe to show to the customer. */
  providerSentence: z.nullable(ownLine),
  /** 1 is the first request for this start, 3 the last reminder. */
  attempt: z.literal([1, 2, 3]),
  /** No automatic attempt follows. Absent in mails of an earlier version, whose third is the last. */
  isLastTry: z.optional(z.boolean()),
  /** The signed link to confirm the card or replace it. */
  confirmUrl: webAddress,
})

type CardMail = z.infer<typeof cardConfirmationNeeded>

/** To the customer, when the hold could not be renewed off-session. */
export function describeCardConfirmation(mail: CardMail, brandName: string): MailContent {
  const start = startHeadline(mail)
  const hasBegun = Date.parse(mail.createdAt) >= Date.parse(mail.startsAt)
  const deadline = hasBegun
    ? 'Your appointment has started. To pay for it, confirm your card.'
    : `Confirm it before ${start.main}, ${start.beside}.`
  return {
    subject: `${titles[mail.attempt]} for ${shortDay(mail)}`,
    preview: `You weren't charged. ${deadline}`,
    badge: { text: badges[mail.attempt], tone: 'attention' },
    title: titles[mail.attempt],
    opening: `${greeting(mail)} ${problemSentence(mail)} You weren't charged.`,
    blocks: [
      {
        kind: 'action',
        label: 'Confirm your card',
        url: mail.confirmUrl,
        hint: `It takes a minute, without signing in. You can also use another card. The button opens ${new URL(mail.confirmUrl).host}. We never ask for card numbers by email.`,
      },
      {
        kind: 'panel',
        heading: hasBegun ? 'Please do it now' : 'Until your appointment',
        lines: [deadline, consequenceSentence(mail, hasBegun)],
      },
      {
        kind: 'details',
        rows: [
          { label: 'Time', lines: [start.main, start.beside] },
          {
            label: 'Service',
            lines: [mail.packageName, chargeRow(mail)],
          },
          vehicleRow(mail),
          locationRow(mail),
        ],
      },
    ],
    footer: customerFooter(mail, brandName),
    calendar: null,
  }
}

function chargeRow(mail: CardMail): string {
  const cents = chargeableCentsOf(mail)
  if (cents === 0) return 'Nothing more is charged'
  return `${formatCents(cents)}, charged after the installation${mail.cancelFee ? '' : ' only'}`
}

const titles = {
  1: 'Confirm your card',
  2: 'Your card still needs to be confirmed',
  3: 'Last reminder: confirm your card',
} as const

const badges = { 1: 'Action needed', 2: 'Action needed', 3: 'Action needed today' } as const

function problemSentence({ reason, providerSentence, priceCents }: CardMail): string {
  const hold = `the hold of ${formatCents(priceCents)} that secures your appointment`
  if (reason === 'authentication') return `your bank needs you to approve ${hold} before we can renew it.`
  return providerSentence === null || providerSentence === ''
    ? `we couldn't renew ${hold}. Your bank declined it without giving a reason.`
    : `we couldn't renew ${hold}. The answer was: ${providerSentence.replace(/[^.!?]$/, '$&.')}`
}

function consequenceSentence({ attempt, isLastTry = attempt === 3 }: CardMail, hasBegun: boolean): string {
  if (hasBegun) return "The shop knows that your card couldn't be charged and may contact you."
  return isLastTry
    ? 'This was our last automatic attempt. Your appointment is still on, but the shop may call you about the card before it starts the work.'
    : "We'll try again closer to your appointment. If every attempt fails, we tell the shop."
}
