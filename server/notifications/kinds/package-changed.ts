import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { appointmentMail, cents, ownLine } from '../appointment-mail.ts'
import {
  appointmentRows,
  changeSection,
  chargePromise,
  customerFooter,
  feeLines,
  greeting,
  shortDay,
  startHeadline,
  viewAppointments,
} from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { previewWith, mailSubject } from '../mail-subject.ts'

export const packageChanged = z.extend(appointmentMail, {
  previousPackageName: ownLine,
  previousPriceCents: cents,
})

type PackageChangedMail = z.infer<typeof packageChanged>

/**
 * To the customer, once the appointment has another package; for a dearer one that is when its price is held.
 */
export function describePackageChanged(mail: PackageChangedMail, brandName: string): MailContent {
  const price = formatCents(mail.priceCents)
  const before = `${mail.previousPackageName}, ${formatCents(mail.previousPriceCents)}`
  return {
    subject: mailSubject('Package changed: ', mail.packageName, ` on ${shortDay(mail)}`),
    preview: previewWith(
      'Now ',
      mail.packageName,
      ` for ${price}. It was ${formatCents(mail.previousPriceCents)}.`,
    ),
    badge: { text: 'Package changed', tone: 'good' },
    title: 'Your package has changed',
    opening: `${greeting(mail)} your appointment at ${mail.shopName} has a new package. The time stays the same.`,
    blocks: [
      { kind: 'headline', main: mail.packageName, beside: price, past: before },
      viewAppointments(mail, 'Open the attachment to update your calendar.'),
      {
        kind: 'panel',
        heading: 'What you pay',
        lines: [...holdLines(mail), chargePromise(mail), ...feeLines(mail)],
      },
      { kind: 'details', rows: [startRow(mail), ...appointmentRows(mail)] },
      changeSection(mail),
    ],
    footer: customerFooter(mail, brandName),
    calendar: { method: 'PUBLISH', appointment: mail },
  }
}

function startRow(mail: PackageChangedMail) {
  const { main, beside } = startHeadline(mail)
  return { label: 'Time', lines: [main, beside] }
}

/** Sentences that hold both for a live hold and for one placed shortly before the appointment. */
function holdLines({ priceCents, previousPriceCents }: PackageChangedMail): string[] {
  if (priceCents > previousPriceCents) {
    return [
      `${formatCents(priceCents - previousPriceCents)} more than before.`,
      'A hold on your card covers the new price. We release the smaller one, if there was one. Your bank may show both for a few days.',
    ]
  }
  if (priceCents < previousPriceCents) {
    return [
      `${formatCents(previousPriceCents - priceCents)} less than before. No new hold was placed for it.`,
      'We release the rest of the hold when we charge your card.',
    ]
  }
  return ['The price is the same as before.']
}
