import * as z from 'zod/mini'
import { line, ownLine, webAddress } from '../appointment-mail.ts'
import type { MailContent } from '../mail-content.ts'
import { shopFooter, shopMail } from '../shop-mail.ts'

export const fitmentRuleReopened = z.extend(shopMail, {
  vehicle: z.object({ year: z.int(), make: ownLine, model: ownLine }),
  packageName: ownLine,
  /** Typed by the shop. */
  note: line,
  /** Rules that now need a review; 0 when a person had decided, or when they needed one already. */
  ruleCount: z.int(),
  /** Whether the payment was charged already, so that it has to be refunded. */
  isCharged: z.boolean(),
  fitmentUrl: webAddress,
})

/** To the administrators, once a package that was sold as fitting did not fit. */
export function describeRuleReopened(
  mail: z.infer<typeof fitmentRuleReopened>,
  brandName: string,
): MailContent {
  const car = `${mail.vehicle.year} ${mail.vehicle.make} ${mail.vehicle.model}`
  const rules =
    mail.ruleCount === 0
      ? 'No rule changed: a person had decided, or the rules ask for a photo already.'
      : `From now on we ask for a photo of such cars: ${mail.ruleCount === 1 ? '1 rule' : `${mail.ruleCount} rules`} changed.`
  const money = mail.isCharged
    ? 'The card was already charged. Refund it in the appointment.'
    : 'The appointment is cancelled and the hold is released.'
  return {
    subject: `Did not fit: ${mail.packageName} in a ${car}`,
    preview: `${rules} ${money}`,
    badge: { text: 'Did not fit', tone: 'attention' },
    title: 'A package did not fit',
    opening: `${mail.packageName} did not fit a ${car}. ${rules} ${money}`,
    blocks: [
      ...(mail.note === '' ? [] : [{ kind: 'panel' as const, heading: 'From the shop', lines: [mail.note] }]),
      { kind: 'action', label: 'Open the rules', url: mail.fitmentUrl },
    ],
    footer: shopFooter(mail, brandName),
    calendar: null,
  }
}
