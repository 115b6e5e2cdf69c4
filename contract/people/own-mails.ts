import * as z from 'zod/mini'

/** The kinds of mail about a shop's work that each owner and desk may switch off for themselves. */
export const ownMailKinds = [
  'shop_appointment_booked',
  'shop_appointment_moved',
  'shop_package_changed',
  'shop_appointment_cancelled',
  'shop_day_sheet',
  'shop_done_not_charged',
] as const
export type OwnMailKind = (typeof ownMailKinds)[number]

/** The kinds that a person has switched off at one shop. Mails about failures and money have no switch. */
export const ownMails = z.strictObject({
  muted: z.array(z.enum(ownMailKinds)).check(z.maxLength(ownMailKinds.length)),
})
export type OwnMails = z.infer<typeof ownMails>
