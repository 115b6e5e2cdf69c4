import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail, cents } from '../appointment-mail.ts'
import {
  customerFooter,
  greeting,
  locationRow,
  serviceRow,
  shortStart,
  startHeadline,
  vehicleRow,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailBlock, MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'
import { givenReason, reasonPanel, shownReason } from '../shop-mail.ts'

export const appointmentCancelled = z.extend(appointmentMail, {
  cancelledBy: z.enum(['customer', 'shop', 'administrator']),
  /** Typed by the staff member who cancelled; empty without one. */
  reasonGiven: givenReason,
  /** Stays in a mail that leaves out typed text. Missing in mails of older versions. */
  hasReason: z.optional(z.boolean()),
  /** The outcome for the money. `returnedCents`: returned by the customer's bank after a dispute. */
  money: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('released'), amountCents: cents }),
    z.object({ kind: z.literal('nothing_held'), returnedCents: z.optional(cents) }),
    z.object({
      kind: z.literal('fee'),
      amountCents: cents,
      /** The amount of the hold that it is taken from; 0 when the saved card is charged. */
      heldCents: z.int().check(z.nonnegative()),
      isNoShow: z.boolean(),
    }),
    z.object({ kind: z.literal('refunded'), amountCents: cents, returnedCents: z.optional(cents) }),
  ]),
  /** Paid at the shop, which owes it back. */
  leftAtShopCents: z.optional(cents),
})

type CancelledMail = z.infer<typeof appointmentCancelled>

/** To the customer, once the appointment is cancelled by either side. */
export function describeCancelled(mail: CancelledMail, brandName: string): MailContent {
  const headline = startHeadline(mail)
  const money = describeMoney(mail)
  return {
    subject: mailSubject('Cancelled: ', mail.packageName, ` on ${shortStart(mail)}`),
    preview: (atShopPanel(mail)[0] ?? money).lines.join(' '),
    badge: { text: 'Cancelled', tone: 'neutral' },
    title: 'Your installation is cancelled',
    opening: `${greeting(mail)} ${cancellationSentence(mail, brandName)}`,
    blocks: [
      { ...headline, look: 'off' },
      ...reasonPanel(shownReason(mail)),
      money,
      ...atShopPanel(mail),
      { kind: 'details', rows: [serviceRow(mail), vehicleRow(mail), locationRow(mail)] },
      viewAppointments(
        mail,
        'You can schedule another one there anytime. Open the attachment to remove this one from your calendar.',
      ),
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'CANCEL', appointment: mail },
  }
}

function cancellationSentence({ cancelledBy, shopName, money }: CancelledMail, brandName: string): string {
  if (money.kind === 'fee' && money.isNoShow)
    return `you didn't come to your appointment at ${shopName}, so it is cancelled.`
  switch (cancelledBy) {
    case 'customer':
      return `as you asked, your appointment at ${shopName} is cancelled. There's nothing else to do.`
    case 'shop':
      return `${shopName} had to cancel your appointment. We're sorry about that. There's nothing you need to do.`
    case 'administrator':
      return `${brandName} cancelled your appointment at ${shopName}. There's nothing you need to do.`
  }
}

function atShopPanel({ leftAtShopCents, shopName }: CancelledMail): (MailBlock & { kind: 'panel' })[] {
  if (leftAtShopCents === undefined) return []
  return [
    {
      kind: 'panel',
      heading: 'Your payment at the shop',
      lines: [
        `You paid ${formatCents(leftAtShopCents)} at ${shopName}. The shop gives it back to you.`,
        "If you haven't received it, reply to this email.",
      ],
    },
  ]
}

function describeMoney({ money, paysBy, leftAtShopCents }: CancelledMail): MailBlock & { kind: 'panel' } {
  switch (money.kind) {
    case 'fee':
      return {
        kind: 'panel',
        heading: money.isNoShow ? 'Fee for a missed appointment' : 'Late cancellation fee',
        lines: [
          `You agreed to a fee of ${formatCents(money.amountCents)} when you booked. ${feeSource(money)}`,
          `If you think that's wrong, reply to this email.`,
        ],
      }
    case 'released':
      return {
        kind: 'panel',
        heading: "Your card wasn't charged",
        lines: [
          `We release the hold of ${formatCents(money.amountCents)} on your card.`,
          'Your bank may show it as pending for a few more days.',
        ],
      }
    case 'nothing_held':
      if (money.returnedCents !== undefined) {
        return {
          kind: 'panel',
          heading: 'Your bank has returned your payment',
          lines: [returnedLine(money.returnedCents), 'Nothing else goes back to your card.'],
        }
      }
      if (paysBy !== undefined)
        return {
          kind: 'panel',
          heading: 'Nothing to pay',
          lines: [
            leftAtShopCents === undefined
              ? 'You pay nothing for this appointment.'
              : 'You pay nothing more for this appointment.',
          ],
        }
      return {
        kind: 'panel',
        heading: 'No hold on your card',
        lines: ['Nothing is held on your card for this appointment.'],
      }
    case 'refunded':
      return {
        kind: 'panel',
        heading: 'Your refund',
        lines: [
          `${formatCents(money.amountCents)} goes back to the card you paid with.`,
          ...(money.returnedCents === undefined ? [] : [returnedLine(money.returnedCents)]),
          'Banks take 5 to 10 business days to show it.',
        ],
      }
  }
}

function feeSource({ amountCents, heldCents }: { amountCents: number; heldCents: number }): string {
  if (heldCents === 0) return 'We charge it to your saved card.'
  return heldCents === amountCents
    ? 'We take it from your hold.'
    : `We take it from your hold of ${formatCents(heldCents)} and release the rest.`
}

function returnedLine(cents: number): string {
  return `Your bank has already returned ${formatCents(cents)} to you after your dispute.`
}
