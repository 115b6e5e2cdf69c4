import * as z from 'zod/mini'
import { payoutMethods } from '../../../contract/shops/shops.ts'
import type { MailContent } from '../mail-content.ts'
import { ownShopMail, shopFooter, shopNameOf, shopNameRow, shopSubject } from '../shop-mail.ts'
import { typedLine } from '../typed-text.ts'

const labels = { routing: 'Routing', account: 'Account', email: 'Email', username: 'Username' } as const
type Field = keyof typeof labels

export const payoutChanged = z.extend(ownShopMail, {
  paymentMethod: z.enum(payoutMethods),
  /** The current details, each as its last four characters. */
  details: z.array(
    z.object({ field: z.enum(Object.keys(labels) as [Field, ...Field[]]), lastFour: typedLine(16) }),
  ),
})

/** To the shop, whenever its payout settings have changed. */
export function describePayoutChanged(mail: z.infer<typeof payoutChanged>, brandName: string): MailContent {
  const details = mail.details.map(({ field, lastFour }) => ({
    label: labels[field],
    lines: [lastFour === '' ? 'saved' : `ends in ${lastFour}`],
  }))
  return {
    subject: shopSubject(mail, 'Payout changed: ', 'Payout changed for your shop'),
    preview: "If this wasn't you, reply to this email right away.",
    badge: { text: 'Payout changed', tone: 'attention' },
    title: 'Your payout was changed',
    opening: `The payout details of ${shopNameOf(mail)} were changed. These are the new ones.`,
    blocks: [
      {
        kind: 'details',
        rows: [
          ...shopNameRow(mail),
          { label: 'Method', lines: [mail.paymentMethod] },
          ...(details.length > 0 ? details : [{ label: 'Account', lines: ['No details yet'] }]),
        ],
      },
      {
        kind: 'panel',
        heading: "If this wasn't you",
        lines: ['Correct the payout, and reply to this email right away.'],
      },
      { kind: 'action', label: 'Check your payout', url: mail.shopUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
