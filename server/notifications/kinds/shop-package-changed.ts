import * as z from 'zod/mini'
import { formatCents } from '../../../contract/money.ts'
import { cents, ownLine } from '../appointment-mail.ts'
import { shortDay } from '../appointment-words.ts'
import type { MailContent } from '../mail-content.ts'
import { mailSubject, previewWith } from '../mail-subject.ts'
import {
  carName,
  memberFooter,
  openAppointmentAction,
  shopAppointmentMail,
  shopAppointmentRows,
  shopCalendar,
  shopHeadline,
} from '../shop-appointment-mail.ts'

export const shopPackageChanged = z.extend(shopAppointmentMail, {
  previousPackageName: ownLine,
  previousPriceCents: cents,
})

/** To the shop, once an appointment has another package. */
export function describeShopPackageChanged(
  mail: z.infer<typeof shopPackageChanged>,
  brandName: string,
): MailContent {
  const before = formatCents(mail.previousPriceCents)
  const now = formatCents(mail.priceCents)
  return {
    subject: mailSubject('New package: ', carName(mail), ` on ${shortDay(mail)}`),
    preview: previewWith('Now ', mail.packageName, ` for ${now}. It was ${before}.`),
    badge: { text: 'New package', tone: 'good' },
    title: 'An appointment has another package',
    opening: `The customer changed to ${mail.packageName} for the ${carName(mail)}. Please have its parts ready.`,
    blocks: [
      shopHeadline(mail),
      openAppointmentAction(mail, 'Open the attachment to update your calendar.'),
      {
        kind: 'details',
        rows: shopAppointmentRows(mail, { label: 'Before', lines: [mail.previousPackageName, before] }),
      },
    ],
    footer: memberFooter(mail.shopName, brandName),
    calendar: shopCalendar(mail, 'PUBLISH'),
  }
}
