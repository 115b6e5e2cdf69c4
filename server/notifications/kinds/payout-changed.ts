import * as z from 'zod/mini'
import { payoutMethods } from '../../../contract/shops/shops.ts'
import type { MailContent } from '../mail-content.ts'
import { ownShopMail, shopFooter, shopNameOf, shopNameRow } from '../shop-mail.ts'
import { typedLine } from '../typed-text.ts'
import { mailSubject } from '../mail-subject.ts'

const labels = { routing: 'Routing', account: 'Account', email: 'Email', username: 'Username' } as const
type Field = keyof typeof labels

export const payoutChanged = z.extend(ownShopMail, {
  paymentMethod: z.enum(payoutMethods),
  /** The current details, each reduced to its last four characters. */
  details: z.array(
    z.object({
      field: z.enum(Object.keys(labels) as [Field, ...Field[]]),
      lastFour: typedLine(16),
    }),
  ),
})

/** To the shop, whenever its payout settings have changed. */
export function describePayoutChanged(mail: z.infer<typeof payoutChanged>, brandName: string): MailContent {
  const details = mail.details.map(({ field, lastFour }) => ({
    label: labels[field],
    lines: [lastFour === '' ? 'given' : `ends in ${lastFour}`],
  }))
  return {
    subject: mailSubject('Payout changed: ', shopNameOf(mail)),
    preview: 'If this was not you, please answer this mail at once.',
    badge: { text: 'Payout changed', tone: 'attention' },
    title: 'Your payout was changed',
    opening: `Somebody who is signed in changed how ${shopNameOf(mail)} is paid. This is what is kept now.`,
    blocks: [
      {
        kind: 'details',
        rows: [
          ...shopNameRow(mail),
          { label: 'Method', lines: [mail.paymentMethod] },
          ...(details.length > 0 ? details : [{ label: 'Account', lines: ['no details given yet'] }]),
        ],
      },
      {
        kind: 'panel',
        heading: 'If this was not you',
        lines: ['Set the payout right again, and tell us at once by answering this mail.'],
      },
      { kind: 'action', label: 'Check your payout', url: mail.shopUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
