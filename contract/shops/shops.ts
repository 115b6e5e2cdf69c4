import * as z from 'zod/mini'
import { businessHours } from './business-hours.ts'
import { email, newPassword } from '../identity/identity.ts'
import { atMost, mailedText, shownTextOrNone } from '../text.ts'

/** The built-in shop, in Alhambra, California. */
export const builtInShopId = 5

/** Opening times of a day for the location panel; null on a closed day. */
export const openingTimes = z.nullable(z.object({ open: z.string(), close: z.string() }))

/** A shop of the location list, with hours by lower-case weekday. */
export const bookableShop = z.object({
  id: z.int(),
  businessName: z.string(),
  address: z.string(),
  timeZone: z.string(),
  businessHours: z.object({
    monday: openingTimes,
    tuesday: openingTimes,
    wednesday: openingTimes,
    thursday: openingTimes,
    friday: openingTimes,
    saturday: openingTimes,
    sunday: openingTimes,
  }),
  /**
   * Present and future closed days in addition to the weekly ones, first through last by the shop's calendar.
   */
  closures: z.array(z.object({ firstDay: z.string(), lastDay: z.string() })),
})
export type BookableShop = z.infer<typeof bookableShop>

export const payoutMethods = ['ACH Direct Deposit', 'PayPal', 'Venmo'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

/** Empty, or an address. A label of the host has no dot, so that the pattern has one way to read a text. */
const payoutEmail = /^$|^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

export const accountDetails = z.strictObject({
  routing: z.optional(shownTextOrNone(34, 'Please check the routing number')),
  account: z.optional(shownTextOrNone(34, 'Please check the account number')),
  email: z.optional(
    z
      .string()
      .check(
        z.trim(),
        atMost(254, 'Please enter a valid email address'),
        z.regex(payoutEmail, 'Please enter a valid email address'),
      ),
  ),
  username: z.optional(shownTextOrNone(80, 'Please check the username')),
})
export type AccountDetails = z.infer<typeof accountDetails>

/** The details of each payout method. */
export const payoutFields: Record<PayoutMethod, readonly (keyof AccountDetails)[]> = {
  'ACH Direct Deposit': ['routing', 'account'],
  PayPal: ['email'],
  Venmo: ['username'],
}

export const shopName = mailedText(
  120,
  'Business name is required',
  'Please keep the business name under 120 characters',
)
export const shopAddress = mailedText(
  300,
  'Address is required',
  'Please keep the address under 300 characters',
)

/** POST /api/register-shop */
export const shopRegistration = z.strictObject({
  businessName: shopName,
  address: shopAddress,
  businessHours,
  paymentMethod: z.enum(payoutMethods, 'Please choose a payment method'),
  accountDetails: z.optional(accountDetails),
  email,
  password: newPassword,
})
export type ShopRegistration = z.infer<typeof shopRegistration>
