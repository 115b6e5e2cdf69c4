import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { giveBackSentence } from '../../../contract/payments/give-back.ts'
import { cents } from '../appointment-mail.ts'
import { shortStart } from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject } from '../mail-subject.ts'
import { givenReason, reasonPanel } from '../shop-mail.ts'
import {
  carName,
  memberFooter,
  openAppointmentAction,
  shopAppointmentMail,
  shopAppointmentRows,
  shopCalendar,
  shopHeadline,
} from '../shop-appointment-mail.ts'

export const shopAppointmentCancelled = z.extend(shopAppointmentMail, {
  /** `product`: by itself, at the end of a deadline. */
  cancelledBy: z.enum(['customer', 'shop', 'administrator', 'product']),
  /** Typed by staff; empty without one. */
  reasonGiven: givenReason,
  money: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('released'), amountCents: cents }),
    z.object({ kind: z.literal('nothing_held') }),
    z.object({
      kind: z.literal('fee'),
      amountCents: cents,
      heldCents: z.int().check(z.nonnegative()),
      isNoShow: z.boolean(),
    }),
    z.object({ kind: z.literal('refunded'), amountCents: cents }),
  ]),
  /** Paid at the shop, which owes it back. */
  leftAtShopCents: z.optional(cents),
})
type CancelledMail = z.infer<typeof shopAppointmentCancelled>

/** To the shop, once an appointment is cancelled by any side. */
export function describeShopCancelled(mail: CancelledMail, brandName: string): MailContent {
  const by = {
    customer: 'The customer cancelled this appointment.',
    shop: 'A colleague cancelled this appointment.',
    administrator: `${brandName} cancelled this appointment.`,
    product: `${brandName} cancelled this appointment because a deadline has passed.`,
  }[mail.cancelledBy]
  const money = moneyWords(mail.money)
  const { leftAtShopCents } = mail
  const toReturn = leftAtShopCents === undefined ? [] : [giveBackSentence(leftAtShopCents)]
  const headline = shopHeadline(mail)
  const isToCome = Date.parse(mail.startsAt) > Date.parse(mail.createdAt)
  return {
    subject: mailSubject('Cancelled: ', carName(mail), ` on ${shortStart(mail)}`),
    preview: [by, ...toReturn, money].join(' '),
    badge: { text: 'Cancelled', tone: 'neutral' },
    title: 'An appointment is cancelled',
    opening: isToCome ? `${by} Its time and bay are open again.` : by,
    blocks: [
      { ...headline, look: 'off' },
      ...reasonPanel(mail.reasonGiven),
      { kind: 'panel', heading: 'The money', lines: [...toReturn, money] },
      openAppointmentAction(mail, 'Open the attachment to remove it from your calendar.'),
      { kind: 'details', rows: shopAppointmentRows(mail) },
    ],
    footer: memberFooter(mail.shopName, brandName),
    calendar: shopCalendar(mail, 'CANCEL'),
  }
}

function moneyWords(money: CancelledMail['money']): string {
  switch (money.kind) {
    case 'released':
      return `The hold of ${formatCents(money.amountCents)} is released.`
    case 'fee':
      return `${money.isNoShow ? 'No-show fee' : 'Late cancellation fee'}: ${formatCents(money.amountCents)}, charged to the customer's card.`
    case 'refunded':
      return `${formatCents(money.amountCents)} goes back to the customer's card.`
    case 'nothing_held':
      return 'Nothing was held on the card.'
  }
}
