import * as z from 'zod/mini'
import { businessHours } from './business-hours.ts'

/** The built-in shop, in Alhambra, California. */
export const builtInShopId = 5

/** Opening times of a day as the location panel reads them; null on a closed day. */
export const openingTimes = z.nullable(z.object({ open: z.string(), close: z.string() }))

/** A shop of the location list, hours by lower-case weekday. */
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
  /** Days it is closed beside its week, first through last by its own calendar; those that are not over. */
  closures: z.array(z.object({ firstDay: z.string(), lastDay: z.string() })),
})
export type BookableShop = z.infer<typeof bookableShop>

export const payoutMethods = ['ACH Direct Deposit', 'PayPal', 'Venmo'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

/** The database stores any character but this one. */
export const storable = z.refine<string>(
  (text) => !text.includes('\0'),
  'Please remove the characters that cannot be shown',
)

export const accountDetails = z.strictObject({
  routing: z.optional(
    z.string().check(z.trim(), storable, z.maxLength(34, 'Please check the routing number')),
  ),
  account: z.optional(
    z.string().check(z.trim(), storable, z.maxLength(34, 'Please check the account number')),
  ),
  email: z.optional(
    z
      .string()
      .check(
        z.trim(),
        storable,
        z.maxLength(254, 'Please enter a valid email address'),
        z.regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address'),
      ),
  ),
  username: z.optional(z.string().check(z.trim(), storable, z.maxLength(80, 'Please check the username'))),
})
export type AccountDetails = z.infer<typeof accountDetails>

/** Which details each way of paying a shop has. */
export const payoutFields: Record<PayoutMethod, readonly (keyof AccountDetails)[]> = {
  'ACH Direct Deposit': ['routing', 'account'],
  PayPal: ['email'],
  Venmo: ['username'],
}

export const shopName = z
  .string('Business name is required')
  .check(
    z.trim(),
    z.minLength(1, 'Business name is required'),
    z.maxLength(120, 'Please keep the business name under 120 characters'),
    storable,
  )
export const shopAddress = z
  .string('Address is required')
  .check(
    z.trim(),
    z.minLength(1, 'Address is required'),
    z.maxLength(300, 'Please keep the address under 300 characters'),
    storable,
  )

/** POST /api/register-shop */
export const shopRegistration = z.strictObject({
  businessName: shopName,
  address: shopAddress,
  businessHours,
  paymentMethod: z.enum(payoutMethods, 'Please choose a payment method'),
  accountDetails: z.optional(accountDetails),
  email: z.email('Please enter a valid email address').check(z.maxLength(254)),
  password: z.string(),
})
export type ShopRegistration = z.infer<typeof shopRegistration>
